"""The closed classes of English words that tell where a thing is spoken of, and which words speak of none.

No list says which things there are. The lists name what belongs to the grammar, what says where or how
something is, and what a scene never lists: rooms, people, times, manners, parts without a name of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rapidfuzz import fuzz


def these(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


_ONE_TO_TEN = "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"
COUNTS = {word: count for count, word in enumerate(_ONE_TO_TEN, 1)}
NUMBERS = frozenset(COUNTS)
ARTICLES = these("the a an my your his their our its")
"""What is always followed by the rest of a noun phrase."""

DETERMINERS = ARTICLES | NUMBERS | these("this these those her some each every both all another either 's")
"""What may begin a noun phrase; 's is the possessive."""

NEGATIONS = these(
    "not no never without avoid avoiding except unless if whether any cannot nor neither instead rather "
    "when whenever unlike ignore ignoring"
)
"""What follows them, up to "but", "then" or the end of the sentence, need not be there."""

CONDITIONS = these("if unless whether when whenever")
"""Those of them that end at a comma before what is to be done."""

OMISSIONS = these("forget fail hesitate omit neglect")
"""Whose negation asks for what follows."""

ADJUNCTS = these("for before after during until till because since about as like than so while by due per")
"""What follows them up to the end of the clause is mostly an occasion, a person or a reason."""

CONJUNCTIONS = these("and or & plus")
CLAUSES = these("but then finally first firstly secondly afterwards next lastly thereafter to please kindly")
"""What may stand before an imperative, and ends what came before."""

WRAPPERS = these("i you we could can would will shall should must may might want need")
"""What may stand between the beginning of a sentence and its imperative, as in "could you"."""

PREPOSITIONS = these(
    "on in into onto to at of from with within inside outside under underneath beneath below above over "
    "behind beside between among against near nearby around across along through toward towards upon off "
    "out up down away back apart together aside opposite past via beyond next closest nearest farthest "
    "adjacent"
)
PARTICLES = these("up down on off out in away back over apart aside")

FUNCTION_WORDS = these(
    "it them they he she him me us itself themselves mine yours there here that which who whom whose "
    "where what why how is are was were be been being am do does did done has have had having get gets "
    "got let also only just again now once twice still already soon always ever very too quite more most "
    "less least much many few several enough such everything whatever anything something nothing everyone someone "
    "else later ok okay yes hi hello hey thanks thank sorry sure maybe perhaps wants needs goes belongs "
    "sits stands lies contains holds stays sitting standing lying located placed positioned situated "
    "resting containing filled labeled labelled marked called named facing hanging shown found used made "
    "kept stored covered attached using holding going make makes making ensure keep given"
)

OBJECT_VERBS = these("put place grab fetch bring pick insert stack lift take open close turn switch")
"""Imperatives that are followed by a thing, so that "put bananas in …" speaks of bananas."""

VERBS = OBJECT_VERBS | these(
    "go walk move wait stop return come leave run head drive navigate proceed continue step stand sit lie "
    "look listen talk hurry start begin finish rest sleep exit enter fly roll stay repeat relax work cook "
    "eat drink clean wash tidy check search help try act reach retreat watch withdraw set drop push pull "
    "hold press touch stir mix pour wipe dry rinse cut slice serve heat cool warm boil fill empty shut "
    "release carry deliver give hand pass find locate see get use do show tell say write read store keep "
    "arrange organize organise sort prepare position slide flip rotate tilt shake throw toss remove swap "
    "rearrange align lower raise lay deposit transfer relocate retrieve collect gather transport shift "
    "nudge drag hang load unload mount attach secure settle extract lean tuck dump pack unpack wrap "
    "belong unwrap seal spread sprinkle scoop peel chop plug unplug activate deactivate ignite lock unlock "
    "assemble bake fry grill roast refrigerate freeze chill dispose discard sweep scrub"
)

COLOURS = these(
    "red orange yellow green blue purple violet pink brown black white grey gray golden silver beige"
)
MODIFIERS = these(
    "red orange yellow green blue purple violet pink brown black white grey gray golden gold silver beige "
    "tan dark light bright colored coloured colorful transparent clear shiny striped plain big small "
    "large little tall short wide narrow long tiny huge medium mini thin thick heavy round square "
    "rectangular flat wooden metal metallic plastic ceramic porcelain glassy paper steel open opened "
    "closed shut empty full dirty clean hot cold warm wet dry fresh new old broken same other different "
    "whole entire remaining last second third fourth fifth correct right wrong own close closer upper "
    "lower rear leftmost rightmost topmost upright upside sideways vertical horizontal ready available "
    "visible careful gentle nice good better best main specific certain particular following previous "
    "present single double extra ripe raw cooked"
)
LOOKS = (
    COLOURS | these("gold tan cream turquoise maroon colored coloured colorful colourful"),
    these("big small large little tall short long huge tiny medium mini wide narrow thick thin"),
    these("wood wooden metal metallic plastic ceramic porcelain steel leather"),
    these("striped plain round square rectangular oval"),
)
"""How things look: by colour, size, what they are made of, pattern and form."""
OPPOSED = (
    COLOURS | these("gold turquoise maroon"),
    these("big small large little tiny"),
    these("left right"),
    these("upper lower top bottom"),
)
"""What is called one of these is none of the others: no green mug is blue."""
RELATIONS = these(
    "left right front back rear top bottom middle center centre side inside outside interior exterior "
    "edge corner end half tip base rim surface region area zone spot place position location point part "
    "section face underside direction distance neighborhood vicinity proximity content rest remainder "
    "head foot"
)
PARTS = these("door lid handle knob button switch hinge leg cap cover stem spout panel plug cord burner")
"""Parts that scenes hardly ever list by themselves: "the lid" is spoken of wherever there is a pot."""

COMPARTMENTS = these("drawer shelf compartment layer rack level tier slot bay section cubby")
"""Parts that scenes do list, often as regions of their whole."""

PEOPLE = these(
    "robot user person people human operator man woman child children kid guest friend family mom dad owner"
)
BACKGROUND = PEOPLE | these(
    "table tabletop desk counter countertop worktop workspace workbench surface floor ground wall ceiling "
    "room kitchen bathroom bedroom house home office study scene world environment picture image photo "
    "camera view gripper arm hand fingers air sight reach way path"
)
"""Where it all happens, and who takes part."""

ABSTRACT = these(
    "time moment minute second hour day night morning evening while instant manner care order row line "
    "stack pile tower column heap pair set group couple lot bit kind type sort piece number task goal job step plan "
    "action instruction problem idea attempt turn thing item object stuff entity entities one degree "
    "percent cm mm inch inches meter speed force note look break advantage mess fun danger attention help "
    "hurry process sequence case condition state status name color colour size shape word favor favour "
    "possible advance addition purpose reason result space room movement motion use sure arrangement "
    "configuration fashion heat flame fire power electricity gas"
)
CATEGORIES = these(
    "food drink beverage fruit vegetable grocery groceries snack meal breakfast lunch dinner supper "
    "ingredient condiment dish dishes dishware tableware kitchenware cookware crockery cutlery silverware "
    "utensil container vessel furniture appliance device toy clothes clothing laundry tool trash garbage "
    "rubbish waste product goods supplies equipment stationery unit"
)
"""Kinds above the kinds of things: a scene with an apple has fruit."""

COLLECTIVE = these("clothes clothing crockery cutlery laundry")
"""Nouns of several things, without a singular."""

PLACES = RELATIONS | BACKGROUND | ABSTRACT
NEVER_A_THING = (
    MODIFIERS | PLACES | PARTS | CATEGORIES | FUNCTION_WORDS | PREPOSITIONS | CLAUSES | NEGATIONS | ADJUNCTS
)
"""A phrase whose noun is one of these, or that has only such words, is no alarm."""

SAME_KIND = tuple(
    map(
        these,
        (
            "mug cup teacup tumbler glass",
            "plate dish saucer platter",
            "bowl dish",
            "pan skillet frypan wok saucepan",
            "pot kettle teapot saucepan maker percolator",
            "stove cooker hob cooktop stovetop range burner",
            "cabinet cupboard dresser drawers chest locker shelf bookshelf bookcase rack",
            "caddy organizer organiser holder",
            "basket hamper bin crate",
            "bin can trashcan wastebasket dustbin",
            "fridge refrigerator freezer icebox",
            "sofa couch settee",
            "tv television screen monitor",
            "faucet tap sink basin",
            "towel cloth rag",
            "box carton package packet case",
            "bottle jar flask",
            "can tin",
            "tray platter",
            "book notebook textbook novel volume",
            "lamp light",
            "rug carpet mat",
            "microwave oven",
            "phone telephone cellphone smartphone",
            "computer laptop pc",
        ),
    )
)
"""Nouns that people use for the same thing. They only keep an alarm from being raised."""

PHRASES: dict[str, str] = {
    "trash can": "bin",
    "garbage can": "bin",
    "rubbish bin": "bin",
    "waste bin": "bin",
    "waste basket": "bin",
    "waste paper basket": "bin",
    "frying pan": "pan",
    "fry pan": "pan",
    "sauce pan": "saucepan",
    "cell phone": "phone",
    "mobile phone": "phone",
    "smart phone": "phone",
    "remote control": "remote",
    "tv set": "tv",
    "television set": "tv",
    "microwave oven": "microwave",
    "tin can": "can",
    "dish towel": "teatowel",
    "tea towel": "teatowel",
    "kitchen towel": "teatowel",
    "dish cloth": "dishcloth",
    "wash basin": "sink",
    "chest of drawers": "dresser",
    "book shelf": "bookshelf",
    "book case": "bookcase",
    "arm chair": "armchair",
    "flash light": "torch",
    "alarm clock": "alarmclock",
    "washing up liquid": "dishsoap",
    "dish soap": "dishsoap",
    "washing machine": "washer",
    "clothes washer": "washer",
    "vacuum cleaner": "vacuum",
    "pair of": "",
}
"""Names of several words for one noun, and what stands for it."""

_ONE_THING = """
mug cup beaker / glass tumbler goblet / fridge refrigerator icebox coolbox cooler / tap faucet spigot
stove cooker hob cooktop stovetop stoveburner range / couch sofa settee loveseat / keychain keyring key
bin dustbin trashcan wastebasket wastebin garbagecan trash garbage / bathtub tub bathtubbasin bath / pillow cushion
cd disk disc / cloth rag / machine maker / counter countertop worktop / cupboard cabinet locker / tv television telly
plate dish / pan frypan skillet / kettle teakettle teapot / phone telephone cellphone smartphone / remote clicker
bookshelf bookcase / rug carpet / curtain drape / eggplant aubergine / zucchini courgette / torch flashlight
glasses spectacles eyeglasses specs / sneaker trainer / pants trousers / sweater jumper pullover jersey / diaper nappy
eraser rubber / washer washing-machine / dryer drier tumbledryer / vacuum hoover vacuum-cleaner / laptop notebook
cookie biscuit / ketchup catsup / soda pop / napkin serviette / wardrobe closet / toilet loo lavatory / spatula turner
teatowel dishtowel / wrench spanner / screen monitor / pitcher jug / garlic / hairdryer hairdrier hair-dryer
gray grey / wood wooden / metal metallic / big large / small little
bed bunk berth cot / duvet quilt comforter / skylight rooflight roof-vent roof-hatch roof-window / projector beamer
contract agreement / suitcase luggage / rucksack backpack knapsack / bag sack / wallet billfold / handbag purse
bucket pail / hose hosepipe garden-hose / spade shovel / shears clippers secateurs / ladder stepladder / mailbox postbox
radio wireless / stereo hifi music-system / speaker loudspeaker / computer pc / photocopier copier / coffee espresso
percolator coffeemaker / armchair recliner / stool barstool / tin can / flask thermos / jar pot / wellies wellingtons
umbrella brolly / bicycle bike / car automobile / truck lorry / picture photo photograph / diary journal
notepad jotter / newspaper paper / parcel package packet / pen biro / whiteboard board / blackboard chalkboard
ficus rubber-plant / medicine medication / sweets candy / crisps chips / prawn shrimp / lounge living-room sitting-room
hall hallway corridor / attic loft / cellar basement / kitchen kitchenette galley / porch veranda / patio terrace
lift elevator / stairs staircase stairwell / pram buggy stroller pushchair / tarp tarpaulin / grill barbecue bbq
parasol sunshade / awning canopy / lawnmower mower lawn-mower / wheelbarrow barrow / trolley cart / puzzle jigsaw
saucepan cooking-pot / cutlery silverware flatware / paraffin kerosene / petrol gasoline / doormat mat / oar paddle
conference meeting / front main entrance entry / back rear / top upper overhead / bottom lower
holder hanger dispenser / upholstery covers / heater radiator heating / fan ventilator / lamp light
dishwasher dish-washer / cardigan woolly
"""
SYNONYMS = tuple(these(one) for line in _ONE_THING.split("\n") for one in line.split(" / ") if one.strip())
"""Words for the same thing, so near that a label in one of them may be read as the other."""
for _group in SYNONYMS:
    for _one in _group:
        if "-" in _one:
            PHRASES.setdefault(_one.replace("-", " "), min(word for word in _group if "-" not in word))

_IRREGULAR = {
    "mice": "mouse",
    "teeth": "tooth",
    "feet": "foot",
    "geese": "goose",
    "children": "child",
    "men": "man",
    "women": "woman",
    "people": "person",
    "dice": "die",
    "leaves": "leaf",
    "oxen": "ox",
    "halves": "half",
    "cacti": "cactus",
    "fungi": "fungus",
    "buses": "bus",
}
_NO_PLURAL = these(
    "glasses spectacles specs scissors trousers pants shorts tongs pliers jeans tweezers binoculars pajamas "
    "pyjamas clothes headphones goods news molasses"
)
"""What looks like a plural and is a thing of its own: glasses are no glass."""


@lru_cache(maxsize=4096)
def singulars(word: str) -> frozenset[str]:
    """What the singular of a noun may be, the word itself included."""
    if word in _NO_PLURAL:
        return frozenset({word})
    return forms(word) | ({_IRREGULAR[word]} if word in _IRREGULAR else set[str]())


@lru_cache(maxsize=65536)
def same_noun(one: str, other: str) -> bool:
    """Whether two words are one, in singular or plural."""
    return not singulars(one).isdisjoint(singulars(other))


@lru_cache(maxsize=65536)
def synonymous(one: str, other: str) -> bool:
    """Whether two words are one, or name the same thing."""
    first, second = singulars(one), singulars(other)
    return not first.isdisjoint(second) or any(
        not first.isdisjoint(kind) and not second.isdisjoint(kind) for kind in SYNONYMS
    )


KIN = these(
    "mum mom mummy mommy mama dad daddy papa gran granny nan nana grandma grandpa grandad grandmother grandfather oma "
    "opa mother father auntie aunt uncle sister brother sis bro son daughter wife husband baby mr mrs miss ms sir madam"
)
"""What people are called who have another name: *Gran*."""


@lru_cache(maxsize=65536)
def misspelt(one: str, other: str) -> bool:
    """Whether one word looks like a slip in another, and not like another word.

    Slips seldom begin a word, or add a letter at its end: a tablet is no table, and a coaster no toaster;
    nor is grandpa grandma.
    """
    short, long = sorted((one, other), key=len)
    if len(short) < 3 or one[0] != other[0] or KIN.issuperset((one, other)):
        return False
    if long.startswith(short):
        return long in (short + short[-1], short + "e")
    return len(short) >= 4 and fuzz.ratio(one, other) >= 80


def plain(words: Sequence[str]) -> list[str]:
    """A name's words as they are compared: no determiner, phrases as one noun, "bottle of wine" turned."""
    found = " ".join(words)
    for phrase, noun in PHRASES.items():
        found = re.sub(rf"\b{phrase}(s?)\b", rf"{noun}\1" if noun else "", found)
    rest = found.split()
    while len(rest) > 1 and rest[0] in LEADING:
        rest = rest[1:]
    if "of" in rest[1:-1]:
        at = rest.index("of", 1)
        rest = [*plain(rest[at + 1 :]), *rest[:at]]
    return rest


LEADING = ARTICLES | these("this that these those her some any each every both all one 's")
"""Determiners that say nothing of how many there are, or which is meant."""


PACKAGES = these(
    "box carton bottle can jar tin package packet pack bag tube tub container bar block cube stick"
)
"""What a thing comes in: "the tomato can" may be tomato sauce."""

AMOUNTS = these("set bunch bar roll pair")
"""What a thing comes in that is no thing beside it: *a set of keys*."""

HOLLOW = these("sink basin washbasin bath bathtub tub bed cot crib cradle hammock armchair sofa couch corner")
"""Places of which people say *in*, where a model says *on*."""

_ENGLISH = OBJECT_VERBS | these(
    "the and of it please with this my your these those both should would could they you are be not off out does has "
    "have needs wants his her their our"
)


_NOUNS_IN_LY = these(
    "jelly belly telly brolly trolly dolly holly welly gully doily reply supply family assembly butterfly dragonfly"
)


def is_english(words: Iterable[str]) -> bool:
    """Whether a sentence has any of the commonest words: "a" alone may be French."""
    return not _ENGLISH.isdisjoint(words)


def is_adverb(word: str) -> bool:
    """Whether a word looks like "carefully"."""
    return len(word) > 4 and word.endswith("ly") and word not in _NOUNS_IN_LY


@lru_cache(maxsize=4096)
def forms(word: str) -> frozenset[str]:
    """A noun and what its singular may be: ``knives`` → knives, knive, knife."""
    found = {word}
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        found.add(word[:-1])
        if word.endswith("ies"):
            found.add(word[:-3] + "y")
        if word.endswith("ves"):
            found |= {word[:-3] + "f", word[:-3] + "fe"}
        if word.endswith(("ches", "shes", "xes", "ses", "zes", "oes")):
            found.add(word[:-2])
    return frozenset(found)


@lru_cache(maxsize=65536)
def alike(one: str, other: str) -> bool:
    """Whether two nouns may be one: plural, misspelt, compounded (``pan``, ``frypan``), or the same kind."""
    first, second = forms(one), forms(other)
    if first & second:
        return True
    if any(first & kind and second & kind for kind in SAME_KIND):
        return True
    short, long = sorted((min(first, key=len), min(second, key=len)), key=len)
    if len(short) >= 3 and long.endswith(short) and long != "portable":
        return True
    return len(short) >= 5 and fuzz.ratio(short, long) >= 85


def names_a_thing(word: str) -> bool:
    """Whether a word may be the noun of a phrase about a thing."""
    return forms(word).isdisjoint(NEVER_A_THING)
