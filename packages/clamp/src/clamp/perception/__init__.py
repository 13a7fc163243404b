"""From what is observed to a Scene of named entities; imports neither torch nor transformers."""

from clamp.perception.belief import Belief as Belief
from clamp.perception.belief import Evidence as Evidence
from clamp.perception.belief import Judgement as Judgement
from clamp.perception.pictures import Recognition as Recognition
from clamp.perception.scene import Entity as Entity
from clamp.perception.scene import Memory as Memory
from clamp.perception.scene import Scene as Scene
from clamp.perception.scene import SoftVisibility as SoftVisibility
from clamp.words.matching import Match as Match
from clamp.words.matching import Matcher as Matcher
from clamp.words.mentions import Mention as Mention
from clamp.words.mentions import mentioned as mentioned
