/* Search over flat arrays: the compiled twin of bounds.py and relaxation.py, which say what everything here means.
 *
 * It takes the same steps in the same order and counts effort alike, so that where no limit of time is reached it
 * gives the same answers and the same plans. A task is immutable and shared; a store has one owner at a time. The
 * caller keeps the task's arrays alive as long as the task. Time that is up, and memory that is, leave through
 * `longjmp`, from places where all that is stored is true and whole.
 */
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#define API __declspec(dllexport)
#else
#include <time.h>
#define API __attribute__((visibility("default")))
#endif

typedef int32_t i32;
typedef int64_t i64;
typedef uint64_t u64;

#define INF (1 << 30)
#define UNKNOWN ((i64)1 << 60)
#define WATCHED 250
#define MOST_REMEMBERED 64
#define WIDE 24 /* what operators with more effects than this add is kept as bit sets, too */
#define MOST_WIDE ((i64)1 << 21)
#define MOST_COST (1 << 20) /* a relaxed plan that seems longer is given up, as memory that is up */
#ifndef WHOLE /* tests choose others */
#define WHOLE 64 /* nodes of no more words are kept whole; of others, those blocks of words are kept once that are equal */
#define BLOCK 32
#endif
#define SHOWN 8  /* so many nodes of blocks are laid out at a time: what `words_of` tells holds until then */
#define WORK 3000 /* units of work, some nanoseconds each, between two looks at the clock */

enum { OPEN = -1, NO = 0, YES = 1, STATES = 2, SECONDS = 3, MEMORY = 4, SYMMETRY = 5, PAUSED = 6 };
enum { SYM_UNKNOWN = 0, SYM_NONE = 1, SYM_KNOWN = 2, SYM_LATE = 3 };

/* ---------------------------------------------------------------------------------------------- the task */

typedef struct {
    i64 facts, operators, goal, literals, grouped, first_size, second_size, none_first, none_second, any_waiting;
    const i32 *needs_at, *needs, *adds_at, *adds, *cost, *action;
    const i32 *users_at, *users, *ever_at, *ever, *makers_at, *makers, *missing;
    const i32 *want, *bit, *fact;               /* the literals, in the order in which they become true facts */
    const i32 *lost;                            /* for each fact, whether nothing makes it true again */
    const i32 *waiting_at, *waiting;            /* for each operator, the lost facts that it needs */
    const i32 *first, *second, *pairs;          /* literals of the two groups, 2 * bit + sign; facts of their pairs */
    const i32 *variants_at, *variant_first, *variant_second, *variant_operator; /* for each action */
} Relaxation;

typedef struct {
    double turn, unlikely_share, evaluations, estimate_weight, looks; /* constants of the twin, which says what they mean */
    i64 favour, tight, orbit_turn, cheap;
    i64 bits, actions, goal, watches;
    Relaxation plain, paired;
    i64 has_pair;
    const i32 *place;                           /* the bit of each of the caller's masks */
    const i32 *index;                           /* the number of each action outside; ascending */
    const i32 *need;                            /* condition of each action; -1 is true, -2 false */
    const i32 *add_at, *add, *del_at, *del;
    const i32 *effect_at, *effect_condition, *effect_add_at, *effect_add, *effect_del_at, *effect_del;
    const i32 *conjunctive, *literal_at, *literal, *part_at, *part; /* conditions: literals are 2 * bit + negated */
    const i32 *watch_at, *watch;                /* the actions that apply only where a literal holds, by literal */
    const i32 *maker_at, *maker;                /* some actions that make each literal true */
} Task;

typedef struct {
    i64 classes, objects, matter, entangled, keys;
    const i32 *member_at;                       /* of each class, its first object */
    const i32 *places;                          /* of each class, how many atoms each of its objects has */
    const i32 *atom_at, *atom;                  /* of each class, the bits of its objects; -1 where it never holds */
    const i32 *owned_at, *owned_bit, *owned_member, *owned_place; /* of each class, whose colour a bit is part of */
    const i32 *tangled;                         /* the classes to sort again */
    const i32 *matter_index, *matter_row, *matter_shape, *matter_name, *argument_at, *argument;
    const i32 *object_number;                   /* of each argument, its number among the alike; or -1 */
    const i32 *key_table;                       /* open addressing, positions in the lists of what matters; or -1 */
} Alikes;

/* ---------------------------------------------------------------------------------------------- the store */

typedef struct { i32 *v; i64 n, cap; } Vec;
typedef struct { i32 node, action, rest, length; i64 need; i32 irreducible, watched; } Way;
typedef struct { i32 depth, parent, action, mark; } Seen;
typedef struct { i32 *slot; Seen *seen; i32 *key; i64 n, cap, mask; } Map;
typedef struct { double rank; i64 tie; i64 order; i32 node; } Item;
typedef struct { Item *v; i64 n, cap; } Heap;
typedef uint16_t u16;

/* The operators of a relaxation in a sweep. What is looked at most is as small as can be: most looks end there. */
typedef struct { u16 *missing, *base; i32 *support, *cost, *wide; u64 *sets; } Operators;

typedef struct { Map nodes; i64 floor; } History; /* nodes not to pass; none is nearer to the goal than the floor */

typedef struct {
    i32 root, budget, cut, heeds, shallow; /* shallow: what few actions reach comes earlier */
    const History *history;
    i32 end, end_way; /* where a plan around the history was met, and how it goes on */
    i64 order, nearest, turns[2];
    double most;
    i32 running;
    Map seen;
    Heap useful, others;
    Map met; /* kinds */
} Greedy;

typedef struct {
    i32 root, budget, optimal, running;
    i64 best, order;
    double most;
    Map seen;
    Heap queue;
} Complete;

typedef struct {
    i32 node, budget, has_step, step_row, step_before;
    i32 stage, tight_first, looking, look_tight, charging, asked;
    i64 turn, this_turn, nearest;
    double owed[2], effort, left, before;
    Greedy *greedy;
    Complete *proof;
} Decision;

typedef struct {
    Greedy *greedy;
    i32 begun, stage, near_running;
    Map near; /* nodes near the root; a mark is one more than the depth at which a node was looked at */
    Heap queue;
    i64 order, looked;
    double most;
    const Map *found; /* how the end of a way was reached */
} Around;
typedef struct { Map kinds; i32 node; i32 *colour; int has_colours; } Alike;

typedef struct {
    i32 node, budget, phase, at;
    i64 n;
    i32 *target, *action_at, *action, *found, *kind, *local, *first, *order, *open;
    i64 opens, locals, orders;
    Decision **decision;
    Alike *alike;
    i32 kinds;
    Map numbers;
} Each;

typedef struct { i32 *held; i64 n; i32 *at, *users; } Users;

/* Of one word of a node, the bits that are part of colours of a class, and where the lists of the class begin with them. */
typedef struct { u64 bits; i32 word, first; } Owned;

/* Different items of so many words, numbered in the order in which they come. */
typedef struct { u64 *item; i32 *slot; i64 n, cap, mask; i32 words; } Pool;

typedef struct Store {
    const Task *task;
    const Alikes *alikes;
    i32 symmetry;
    i32 words, blocks;      /* of a node; where it has several blocks, its item is their numbers */
    Pool node_pool, kind_pool, block_pool;
    u64 *shown, *numbers;   /* nodes that are laid out, and room for the item of one */
    i32 shown_node[SHOWN], shown_next;
    i32 told;               /* the node that was told last, which the next one is often like */
    u64 *used;              /* of each word of the caller's masks, the bits that nodes have, */
    i32 *used_before;       /* and how many come before it */
    i64 used_words, cap;
    i32 *lower, *upper, *way, *join, *marks, *kind, *detour;
    Way *ways;
    i64 ways_n, ways_cap;
    u64 *needs;
    i64 needs_n, needs_cap;
    Vec cut, cut_at, marklist;
    i32 watched[WATCHED];
    i64 watched_n;
    i64 looks, sweeps, generated, most_generated;
    double deadline, pause;
    i64 work;
    int timed;
    jmp_buf stop;
    /* scratch */
    u64 *node, *after, *sorted, *need[4];
    i32 *level, *maker, *stamp;
    i32 focus, focus_first, focus_second, focus_marks, focus_asked, stamp_now;
    int focus_obeys;
    Operators operators[2]; /* of the plain and the paired relaxation */
    Vec paid;               /* the operators that the last landmarks made free of cost */
    int paid_of;            /* and in which relaxation */
    u64 *applies;
    Vec *bucket;
    i64 buckets;
    Vec true_, path_nodes, path_actions, stack, chosen, useful, held, list_a, list_b, list_c, list_d, following;
    u64 *zone, *chosen_ops, *later;
    Users users[2][MOST_REMEMBERED];
    i64 users_n[2];
    Decision *one;
    Each *each;
    Complete *settle;
    i32 *colour_ids, *owned_at;
    Owned *owned;           /* of all classes, each from `owned_at` on */
    u64 *colours;
    i64 colour_words;
} Store;

static double now(void) {
#ifdef _WIN32
    FILETIME a, b, kernel, user;
    ULARGE_INTEGER k, u;
    GetThreadTimes(GetCurrentThread(), &a, &b, &kernel, &user);
    k.LowPart = kernel.dwLowDateTime, k.HighPart = kernel.dwHighDateTime;
    u.LowPart = user.dwLowDateTime, u.HighPart = user.dwHighDateTime;
    return 1e-7 * (double)(k.QuadPart + u.QuadPart);
#else
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}

static void leave(Store *s, int code) { longjmp(s->stop, code); }

static void check(Store *s) {
    s->work = 0;
    if (s->timed && now() >= s->deadline) leave(s, SECONDS);
}

static void tick(Store *s, i64 work) {
    s->work += work;
    if (s->work >= WORK) check(s);
}

static void *grown(Store *s, void *old, i64 size) {
    void *fresh = realloc(old, (size_t)(size ? size : 1));
    if (!fresh) leave(s, MEMORY);
    return fresh;
}

static void push(Store *s, Vec *v, i32 x) {
    if (v->n == v->cap) {
        i64 cap = v->cap ? 2 * v->cap : 16;
        v->v = grown(s, v->v, cap * (i64)sizeof(i32));
        v->cap = cap;
    }
    v->v[v->n++] = x;
}

static void room(Store *s, Vec *v, i64 n) {
    if (v->cap < n) {
        v->v = grown(s, v->v, n * (i64)sizeof(i32));
        v->cap = n;
    }
}

/* Nodes */

static u64 mixed(u64 h) {
    h ^= h >> 32, h *= 0xd6e8feb86659fd93ULL, h ^= h >> 32;
    return h;
}

static u64 hashed(const u64 *w, i32 n) {
    u64 h = 0x9e3779b97f4a7c15ULL;
    for (i32 i = 0; i < n; i++) {
        u64 one;
        memcpy(&one, w + i, sizeof one); /* may be numbers of blocks */
        h = mixed(h ^ one) + 0x9e3779b97f4a7c15ULL;
    }
    return h;
}

/* The number of an item, which is added if it is new. */
static i32 pooled(Store *s, Pool *p, const u64 *item) {
    size_t bytes = (size_t)p->words * sizeof(u64);
    u64 hash = hashed(item, p->words);
    i64 at = (i64)(hash & (u64)p->mask);
    for (; p->slot && p->slot[at] >= 0; at = (at + 1) & p->mask)
        if (!memcmp(p->item + (i64)p->slot[at] * p->words, item, bytes)) return p->slot[at];
    if (p->n >= INF / 4) leave(s, MEMORY);
    if (p->n == p->cap) {
        i64 cap = p->cap ? 2 * p->cap : 64;
        p->item = grown(s, p->item, cap * (i64)bytes);
        p->cap = cap;
    }
    if (2 * (p->n + 1) > p->mask) {
        i64 size = p->slot ? 2 * (p->mask + 1) : 256;
        i32 *slot = malloc((size_t)size * sizeof(i32));
        if (!slot) leave(s, MEMORY);
        for (i64 i = 0; i < size; i++) slot[i] = -1;
        for (i64 i = 0; i < p->n; i++) {
            at = (i64)(hashed(p->item + i * p->words, p->words) & (u64)(size - 1));
            while (slot[at] >= 0) at = (at + 1) & (size - 1);
            slot[at] = (i32)i;
        }
        free(p->slot);
        p->slot = slot, p->mask = size - 1;
        at = (i64)(hash & (u64)p->mask);
        while (p->slot[at] >= 0) at = (at + 1) & p->mask;
    }
    memcpy(p->item + p->n * p->words, item, bytes);
    p->slot[at] = (i32)p->n;
    return (i32)p->n++;
}

static void free_pool(Pool *p) { free(p->item), free(p->slot); }

/* The words of a node, until `SHOWN` others were asked for, or a node was added. */
static const u64 *words_of(Store *s, i32 node) {
    if (!s->blocks) return s->node_pool.item + (i64)node * s->words;
    for (int k = 0; k < SHOWN; k++)
        if (s->shown_node[k] == node) return s->shown + (i64)k * s->words;
    int k = s->shown_next;
    u64 *w = s->shown + (i64)k * s->words;
    const i32 *number = (const i32 *)(s->node_pool.item + (i64)node * s->node_pool.words);
    for (i32 i = 0; i < s->blocks; i++) memcpy(w + i * BLOCK, s->block_pool.item + (i64)number[i] * BLOCK, BLOCK * sizeof(u64));
    s->shown_node[k] = node, s->shown_next = (k + 1) % SHOWN;
    return w;
}

/* What stands for some words in a pool: they themselves, or the numbers of their blocks, of which a node may have many. */
static const u64 *item_of(Store *s, const u64 *w, i32 like) {
    if (!s->blocks) return w;
    i32 *number = (i32 *)s->numbers;
    const u64 *same = like < 0 ? NULL : words_of(s, like);
    if (same) memcpy(number, s->node_pool.item + (i64)like * s->node_pool.words, (size_t)s->node_pool.words * sizeof(u64));
    for (i32 i = 0; i < s->blocks; i++)
        if (!same || memcmp(w + i * BLOCK, same + i * BLOCK, BLOCK * sizeof(u64)))
            number[i] = pooled(s, &s->block_pool, w + i * BLOCK);
    return s->numbers;
}

/* The node of some words, which are often those of another one (or -1). */
static i32 intern(Store *s, const u64 *w, i32 like) {
    const u64 *item = item_of(s, w, like);
    i64 nodes = s->node_pool.n;
    if (nodes == s->cap) {
        i64 cap = 2 * s->cap;
        i32 **arrays[] = {&s->lower, &s->upper, &s->way, &s->join, &s->marks, &s->kind, &s->detour};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) *arrays[i] = grown(s, *arrays[i], cap * 4);
        s->cap = cap;
    }
    i32 node = pooled(s, &s->node_pool, item);
    if (node == nodes) {
        s->lower[node] = 0, s->upper[node] = INF;
        s->way[node] = s->join[node] = s->marks[node] = s->kind[node] = s->detour[node] = -1;
    }
    return node;
}

static int set(const u64 *w, i32 bit) { return (int)(w[bit >> 6] >> (bit & 63) & 1); }
static int true_in(const u64 *w, i32 literal) { return set(w, literal >> 1) != (literal & 1); }
static void put(u64 *w, i32 bit) { w[bit >> 6] |= (u64)1 << (bit & 63); }
static void drop(u64 *w, i32 bit) { w[bit >> 6] &= ~((u64)1 << (bit & 63)); }

/* Conditions */

static int holds(const Task *t, i32 c, const u64 *w) {
    if (c < 0) return c == -1;
    int all = t->conjunctive[c];
    for (i32 i = t->literal_at[c]; i < t->literal_at[c + 1]; i++)
        if (true_in(w, t->literal[i]) != all) return !all;
    for (i32 i = t->part_at[c]; i < t->part_at[c + 1]; i++)
        if (holds(t, t->part[i], w) != all) return !all;
    return all;
}

/* The literals that alone make a condition what it is; pos and neg are bit sets that they are added to. */
static void reasons(const Task *t, i32 c, const u64 *w, int truth, u64 *pos, u64 *neg) {
    if (c < 0) return;
    if (t->conjunctive[c] == truth) {
        for (i32 i = t->literal_at[c]; i < t->literal_at[c + 1]; i++) {
            i32 one = t->literal[i];
            put((one & 1) != truth ? pos : neg, one >> 1);
        }
        for (i32 i = t->part_at[c]; i < t->part_at[c + 1]; i++) reasons(t, t->part[i], w, truth, pos, neg);
        return;
    }
    /* One will do: the lowest of those that are to be set, or else of those that are not. */
    for (int sign = 0; sign < 2; sign++)
        for (i32 i = t->literal_at[c]; i < t->literal_at[c + 1]; i++) {
            i32 one = t->literal[i];
            if (((one & 1) != truth) == (sign == 0) && true_in(w, one) == truth) {
                put(sign == 0 ? pos : neg, one >> 1);
                return;
            }
        }
    for (i32 i = t->part_at[c]; i < t->part_at[c + 1]; i++)
        if (holds(t, t->part[i], w) == truth) {
            reasons(t, t->part[i], w, truth, pos, neg);
            return;
        }
}

static i32 row_of(const Task *t, i32 index) {
    i64 lo = 0, hi = t->actions;
    while (lo < hi) {
        i64 mid = (lo + hi) / 2;
        if (t->index[mid] < index) lo = mid + 1;
        else hi = mid;
    }
    return lo < t->actions && t->index[lo] == index ? (i32)lo : -1;
}

/* The node after an action that applies; the words of a node may move when one is added. */
static i32 after(Store *s, i32 node, i32 row) {
    const Task *t = s->task;
    const u64 *w = words_of(s, node);
    u64 *x = s->after;
    memcpy(x, w, (size_t)s->words * sizeof(u64));
    for (i32 i = t->del_at[row]; i < t->del_at[row + 1]; i++) drop(x, t->del[i]);
    i32 begin = t->effect_at[row], end = t->effect_at[row + 1];
    u64 few = 0;
    for (i32 e = begin; e < end; e++) {
        int now_ = holds(t, t->effect_condition[e], w);
        if (e - begin < 64) few |= (u64)now_ << (e - begin);
        if (now_)
            for (i32 i = t->effect_del_at[e]; i < t->effect_del_at[e + 1]; i++) drop(x, t->effect_del[i]);
    }
    for (i32 i = t->add_at[row]; i < t->add_at[row + 1]; i++) put(x, t->add[i]);
    for (i32 e = begin; e < end; e++)
        if (e - begin < 64 ? (few >> (e - begin) & 1) : (u64)holds(t, t->effect_condition[e], w))
            for (i32 i = t->effect_add_at[e]; i < t->effect_add_at[e + 1]; i++) put(x, t->effect_add[i]);
    return intern(s, x, node);
}

static i32 step(Store *s, i32 node, i32 row) {
    if (row < 0 || !holds(s->task, s->task->need[row], words_of(s, node))) return -1;
    return after(s, node, row);
}

/* The actions that apply, ascending. */
static void applicable(Store *s, i32 node, Vec *out) {
    const Task *t = s->task;
    const u64 *w = words_of(s, node);
    i64 size = (t->actions + 63) / 64;
    out->n = 0;
    memset(s->applies, 0, (size_t)size * sizeof(u64));
    for (i64 at = 0; at <= t->watches; at++) {
        if (at < t->watches) {
            if (t->watch_at[at] == t->watch_at[at + 1] || !true_in(w, (i32)at)) continue;
        }
        s->work += t->watch_at[at + 1] - t->watch_at[at];
        for (i32 i = t->watch_at[at]; i < t->watch_at[at + 1]; i++)
            if (holds(t, t->need[t->watch[i]], w)) put(s->applies, t->watch[i]);
    }
    for (i64 i = 0; i < size; i++)
        for (u64 left = s->applies[i]; left; left &= left - 1) push(s, out, (i32)(64 * i + __builtin_ctzll(left)));
    tick(s, t->watches / 4);
}

/* ---------------------------------------------------------------------------------------------- relaxation */

static i32 value_in(const i32 *literals, i64 size, const u64 *w) {
    for (i64 i = 0; i < size; i++)
        if (true_in(w, literals[i])) return (i32)i + 1;
    return 0;
}

static int applies_to(const Relaxation *r, const u64 *w) {
    if (!r->grouped) return 1;
    for (int g = 0; g < 2; g++) {
        const i32 *one = g ? r->second : r->first;
        i64 size = g ? r->second_size : r->first_size;
        int met = 0;
        for (i64 i = 0; i < size; i++)
            if (true_in(w, one[i]) && met++) return 0;
    }
    return 1;
}

static const Relaxation *bounding(const Task *t, const u64 *w) {
    return t->has_pair && applies_to(&t->paired, w) ? &t->paired : &t->plain;
}

static void true_facts(Store *s, const Relaxation *r, const u64 *w) {
    Vec *v = &s->true_;
    v->n = 0;
    push(s, v, 0);
    for (i64 i = 0; i < r->literals; i++)
        if (set(w, r->bit[i]) == r->want[i]) push(s, v, r->fact[i]);
    if (r->grouped) {
        i32 one = value_in(r->first, r->first_size, w), two = value_in(r->second, r->second_size, w);
        if (!one) push(s, v, (i32)r->none_first);
        if (!two) push(s, v, (i32)r->none_second);
        i32 pair = r->pairs[one * (r->second_size + 1) + two];
        if (pair >= 0) push(s, v, pair);
    }
}

static int is_held(const Vec *held, i32 fact) {
    for (i64 i = 0; i < held->n; i++)
        if (held->v[i] == fact) return 1;
    return 0;
}

/* For each fact, the operators that need it, but for those that can never apply where the true facts are. */
static void users_from(Store *s, const Relaxation *r, const i32 **at, const i32 **users) {
    *at = r->ever_at, *users = r->ever;
    if (!r->any_waiting) {
        *at = r->users_at, *users = r->users;
        return;
    }
    Vec *held = &s->held;
    held->n = 0;
    for (i64 i = 0; i < s->true_.n; i++)
        if (r->lost[s->true_.v[i]]) push(s, held, s->true_.v[i]);
    if (!held->n) return;
    int which = r == &s->task->paired;
    Users *known = s->users[which];
    for (i64 k = 0; k < s->users_n[which]; k++)
        if (known[k].n == held->n && !memcmp(known[k].held, held->v, (size_t)held->n * 4)) {
            *at = known[k].at, *users = known[k].users;
            return;
        }
    if (s->users_n[which] >= MOST_REMEMBERED - 1) {
        for (i64 k = 0; k < s->users_n[which]; k++) free(known[k].held), free(known[k].at), free(known[k].users);
        s->users_n[which] = 0;
    }
    /* An operator takes part if it waits for nothing but what is held. */
    Users fresh = {malloc((size_t)held->n * 4), held->n, malloc((size_t)(r->facts + 1) * 4),
                   malloc((size_t)(r->users_at[r->facts] + 1) * 4)};
    if (!fresh.held || !fresh.at || !fresh.users) {
        free(fresh.held), free(fresh.at), free(fresh.users);
        leave(s, MEMORY);
    }
    memcpy(fresh.held, held->v, (size_t)held->n * 4);
    i32 n = 0;
    for (i64 f = 0; f < r->facts; f++) {
        fresh.at[f] = n;
        for (i32 i = r->users_at[f]; i < r->users_at[f + 1]; i++) {
            i32 one = r->users[i], in = 1;
            for (i32 k = r->waiting_at[one]; in && k < r->waiting_at[one + 1]; k++) in = is_held(held, r->waiting[k]);
            if (in) fresh.users[n++] = one;
        }
    }
    fresh.at[r->facts] = n;
    known[s->users_n[which]++] = fresh;
    *at = fresh.at, *users = fresh.users;
}

/* The operators, as they are before a sweep. */
static const Operators *begin_sweep(Store *s, const Relaxation *r) {
    const Operators *operators = s->operators + (r == &s->task->paired);
    memcpy(operators->missing, operators->base, (size_t)r->operators * sizeof(u16));
    return operators;
}

static void bucketed(Store *s, i64 at, i32 fact) {
    if (at >= s->buckets) {
        i64 n = 2 * at + 16;
        s->bucket = grown(s, s->bucket, n * (i64)sizeof(Vec));
        memset(s->bucket + s->buckets, 0, (size_t)(n - s->buckets) * sizeof(Vec));
        s->buckets = n;
    }
    push(s, s->bucket + at, fact);
}

static int ascending(const void *a, const void *b) {
    i32 x = *(const i32 *)a, y = *(const i32 *)b;
    return (x > y) - (x < y);
}

/* The size of a relaxed plan, INF for a proof that there is none; the rows of its actions that apply now in `useful`. */
static i64 relaxed_plan(Store *s, const Relaxation *r, const u64 *w) {
    const i32 *at, *users;
    tick(s, r->facts / 4);
    true_facts(s, r, w);
    users_from(s, r, &at, &users);
    i32 *cost = s->level, *maker = s->maker;
    const Operators *operators = begin_sweep(s, r);
    u16 *missing = operators->missing;
    for (i64 f = 0; f < r->facts; f++) cost[f] = INF, maker[f] = -1;
    for (i64 i = 0; i < s->true_.n; i++) cost[s->true_.v[i]] = 0;
    s->useful.n = 0;
    for (i64 i = 0; i < s->buckets; i++) s->bucket[i].n = 0;
    for (i64 i = 0; i < s->true_.n; i++) bucketed(s, 0, s->true_.v[i]);
    i64 looks = 0, last = 0;
    s->sweeps++;
    for (i64 day = 0; day <= last; day++) {
        for (i64 i = 0; i < s->bucket[day].n; i++) {
            i32 fact = s->bucket[day].v[i];
            if (cost[fact] != day) continue;
            if (fact == r->goal) {
                s->looks += looks;
                goto extract;
            }
            looks += at[fact + 1] - at[fact];
            for (i32 k = at[fact]; k < at[fact + 1]; k++) {
                i32 one = users[k];
                if (--missing[one]) continue;
                i32 fresh = r->cost[one];
                for (i32 j = r->needs_at[one]; j < r->needs_at[one + 1]; j++) fresh += cost[r->needs[j]];
                for (i32 j = r->adds_at[one]; j < r->adds_at[one + 1]; j++) {
                    i32 added = r->adds[j];
                    if (fresh < cost[added]) {
                        if (fresh > MOST_COST) leave(s, MEMORY);
                        cost[added] = fresh, maker[added] = one;
                        if (fresh > last) last = fresh;
                        bucketed(s, fresh, added);
                    }
                }
            }
        }
    }
    s->looks += looks;
    s->work += looks;
    return INF;
extract:;
    s->work += looks;
    i64 length = 0;
    Vec *stack = &s->stack, *chosen = &s->chosen;
    stack->n = chosen->n = 0;
    memset(s->zone, 0, (size_t)((r->facts + 63) / 64) * 8);
    memset(s->chosen_ops, 0, (size_t)((r->operators + 63) / 64) * 8);
    push(s, stack, (i32)r->goal);
    put(s->zone, (i32)r->goal);
    while (stack->n) {
        i32 one = maker[stack->v[--stack->n]];
        if (one < 0) continue;
        if (!set(s->chosen_ops, one)) {
            put(s->chosen_ops, one);
            push(s, chosen, one);
        }
        for (i32 k = r->needs_at[one]; k < r->needs_at[one + 1]; k++)
            if (!set(s->zone, r->needs[k])) {
                put(s->zone, r->needs[k]);
                push(s, stack, r->needs[k]);
            }
    }
    for (i64 i = 0; i < chosen->n; i++) {
        i32 one = chosen->v[i];
        if (!r->cost[one]) continue;
        length++;
        int now_ = 1;
        for (i32 k = r->needs_at[one]; now_ && k < r->needs_at[one + 1]; k++) now_ = cost[r->needs[k]] == 0;
        if (now_) push(s, &s->useful, r->action[one]);
    }
    Vec *u = &s->useful;
    qsort(u->v, (size_t)u->n, 4, ascending);
    i64 n = 0;
    for (i64 i = 0; i < u->n; i++)
        if (!i || u->v[i] != u->v[i - 1]) u->v[n++] = u->v[i];
    u->n = n;
    return length;
}

/* h_max of every fact, and for each operator that is reached a need of highest h_max. */
static void levels(Store *s, const Relaxation *r, const i32 *at, const i32 *users) {
    i32 *level = s->level;
    const Operators *operators = begin_sweep(s, r);
    u16 *missing = operators->missing;
    tick(s, r->facts / 4);
    for (i64 f = 0; f < r->facts; f++) level[f] = INF;
    Vec *current = &s->list_a, *following = &s->following;
    current->n = following->n = 0;
    i64 words = (r->facts + 63) / 64;
    u64 *later = s->later, *never = s->later + words; /* not reached today; nor tomorrow */
    memset(later, 0xff, (size_t)words * 8);
    memset(never, 0xff, (size_t)words * 8);
    for (i64 i = 0; i < s->true_.n; i++) {
        level[s->true_.v[i]] = 0;
        drop(later, s->true_.v[i]), drop(never, s->true_.v[i]);
        push(s, current, s->true_.v[i]);
    }
    i64 looks = 0;
    for (i32 day = 0; current->n; day++) {
        for (i64 i = 0; i < current->n; i++) {
            i32 fact = current->v[i];
            if (level[fact] != day) continue;
            looks += at[fact + 1] - at[fact];
            for (i32 k = at[fact]; k < at[fact + 1]; k++) {
                i32 one = users[k];
                if (--missing[one]) continue;
                operators->support[one] = fact;
                int tomorrow = operators->cost[one] != 0;
                u64 *open = tomorrow ? never : later;
                Vec *queue = tomorrow ? following : current;
                if (operators->wide[one] >= 0) {
                    const u64 *set_ = operators->sets + operators->wide[one] * words;
                    for (i64 j = 0; j < words; j++)
                        for (u64 left = set_[j] & open[j]; left; left &= left - 1) {
                            i32 added = (i32)(64 * j) + __builtin_ctzll(left);
                            level[added] = day + tomorrow;
                            drop(never, added);
                            if (!tomorrow) drop(later, added);
                            push(s, queue, added);
                        }
                    continue;
                }
                for (i32 j = r->adds_at[one]; j < r->adds_at[one + 1]; j++) {
                    i32 added = r->adds[j];
                    if (!set(open, added)) continue;
                    level[added] = day + tomorrow;
                    drop(never, added);
                    if (!tomorrow) drop(later, added);
                    push(s, queue, added);
                }
            }
        }
        memcpy(later, never, (size_t)words * 8);
        Vec swap = *current;
        *current = *following, *following = swap;
        following->n = 0;
    }
    s->looks += looks;
    s->work += looks;
    s->sweeps++;
}

/* Operators of which every plan has one, into the pool of cuts; its number. */
static i32 cut(Store *s, const Relaxation *r, const i32 *at, const i32 *users) {
    const Operators *operators = s->operators + (r == &s->task->paired);
    tick(s, r->facts / 8);
    u64 *zone = s->zone;
    Vec *stack = &s->stack, *found = &s->chosen;
    size_t size = (size_t)((r->facts + 63) / 64) * 8;
    memset(zone, 0, size);
    stack->n = found->n = 0;
    push(s, stack, (i32)r->goal);
    put(zone, (i32)r->goal);
    while (stack->n) {
        i32 top = stack->v[--stack->n];
        for (i32 k = r->makers_at[top]; k < r->makers_at[top + 1]; k++) {
            i32 one = r->makers[k], fact = operators->support[one];
            if (!operators->missing[one] && !operators->cost[one] && !set(zone, fact)) {
                put(zone, fact);
                push(s, stack, fact);
            }
        }
    }
    i64 words = (r->facts + 63) / 64;
    u64 *unseen = s->later; /* free here */
    memset(unseen, 0xff, (size_t)words * 8);
    for (i64 i = 0; i < s->true_.n; i++) {
        drop(unseen, s->true_.v[i]);
        push(s, stack, s->true_.v[i]);
    }
    while (stack->n) {
        i32 fact = stack->v[--stack->n];
        s->looks += at[fact + 1] - at[fact];
        s->work += at[fact + 1] - at[fact];
        for (i32 k = at[fact]; k < at[fact + 1]; k++) {
            i32 one = users[k], begin = r->adds_at[one], end = r->adds_at[one + 1];
            if (operators->missing[one] || operators->support[one] != fact) continue;
            const u64 *set_ = operators->wide[one] < 0 ? NULL : operators->sets + operators->wide[one] * words;
            int border = 0;
            if (set_)
                for (i64 j = 0; !border && j < words; j++) border = (set_[j] & zone[j]) != 0;
            else
                for (i32 j = begin; !border && j < end; j++) border = set(zone, r->adds[j]);
            if (border) {
                push(s, found, one);
                continue;
            }
            if (set_) {
                for (i64 j = 0; j < words; j++) {
                    for (u64 left = set_[j] & unseen[j]; left; left &= left - 1)
                        push(s, stack, (i32)(64 * j) + __builtin_ctzll(left));
                    unseen[j] &= ~set_[j];
                }
                continue;
            }
            for (i32 j = begin; j < end; j++)
                if (set(unseen, r->adds[j])) {
                    drop(unseen, r->adds[j]);
                    push(s, stack, r->adds[j]);
                }
        }
    }
    qsort(found->v, (size_t)found->n, 4, ascending);
    if (s->cut.n + found->n >= INF) leave(s, MEMORY);
    room(s, &s->cut, s->cut.n + found->n < s->cut.cap ? s->cut.cap : 2 * (s->cut.n + found->n));
    i64 begin = s->cut.n;
    push(s, &s->cut_at, (i32)(begin + found->n));
    for (i64 i = 0; i < found->n; i++) s->cut.v[s->cut.n++] = found->v[i];
    return (i32)s->cut_at.n - 2;
}

static int in_cut(const Store *s, i32 number, i32 operator) {
    i32 lo = s->cut_at.v[number], hi = s->cut_at.v[number + 1];
    while (lo < hi) {
        i32 mid = lo + (hi - lo) / 2;
        if (s->cut.v[mid] < operator) lo = mid + 1;
        else hi = mid;
    }
    return lo < s->cut_at.v[number + 1] && s->cut.v[lo] == operator;
}

/* The operators of a cut cost nothing from now on. */
static void pay(Store *s, i32 number) {
    for (i32 k = s->cut_at.v[number]; k < s->cut_at.v[number + 1]; k++) {
        i32 one = s->cut.v[k];
        push(s, &s->paid, one);
        s->operators[s->paid_of].cost[one] = 0;
    }
}

/* All operators cost again what they cost. */
static void forget_paid(Store *s) {
    const i32 *full = s->paid_of ? s->task->paired.cost : s->task->plain.cost;
    for (i64 i = 0; i < s->paid.n; i++) s->operators[s->paid_of].cost[s->paid.v[i]] = full[s->paid.v[i]];
    s->paid.n = 0;
}

/* Landmarks of a node, `list` ones first, in `list`; 0 if there is no plan. */
static int landmarks(Store *s, const u64 *w, Vec *list) {
    const Relaxation *r = bounding(s->task, w);
    const i32 *at, *users;
    true_facts(s, r, w);
    users_from(s, r, &at, &users);
    forget_paid(s);
    s->paid_of = r == &s->task->paired;
    for (i64 i = 0; i < list->n; i++) pay(s, list->v[i]);
    for (;;) {
        levels(s, r, at, users);
        if (s->level[r->goal] == INF) return 0;
        if (s->level[r->goal] == 0) return 1;
        i32 fresh = cut(s, r, at, users);
        pay(s, fresh);
        push(s, list, fresh);
    }
}

/* What is asked of one node again and again while its successors are looked at: the values of the groups, and which
   operators are in its landmarks. */
static void focus(Store *s, i32 node) {
    if (s->focus == node) return;
    const Relaxation *r = s->task->has_pair ? &s->task->paired : &s->task->plain;
    const u64 *w = words_of(s, node);
    s->focus = node, s->focus_marks = -1, s->focus_asked = 0;
    s->focus_obeys = applies_to(r, w);
    s->focus_first = r->grouped ? value_in(r->first, r->first_size, w) : 0;
    s->focus_second = r->grouped ? value_in(r->second, r->second_size, w) : 0;
}

/* The operator of the relaxation that bounds best which stands for an action in the node in focus. */
static i32 operator_of(const Store *s, i32 row) {
    const Relaxation *r = s->task->has_pair ? &s->task->paired : &s->task->plain;
    for (int k = 0; k < 4; k++) { /* the variants of an action are sorted by their values */
        i32 one = k & 1 ? -1 : s->focus_first, two = k & 2 ? -1 : s->focus_second;
        i32 lo = r->variants_at[row], end = r->variants_at[row + 1], hi = end;
        while (lo < hi) {
            i32 mid = lo + (hi - lo) / 2;
            if (r->variant_first[mid] < one || (r->variant_first[mid] == one && r->variant_second[mid] < two)) lo = mid + 1;
            else hi = mid;
        }
        if (lo < end && r->variant_first[lo] == one && r->variant_second[lo] == two) return r->variant_operator[lo];
    }
    return -1;
}

/* Those of a node's landmarks that an action leaves to be passed, in `out`. */
static void surviving(Store *s, i32 node, i32 row, Vec *out) {
    out->n = 0;
    i32 marks = s->marks[node];
    if (marks < 0 || row < 0) return;
    focus(s, node);
    if (!s->focus_obeys) return;
    i32 operator = operator_of(s, row), n = s->marklist.v[marks];
    for (i32 i = 0; i < n; i++)
        if (!in_cut(s, s->marklist.v[marks + 1 + i], operator)) push(s, out, s->marklist.v[marks + 1 + i]);
}

/* How many these are. */
static i64 surviving_count(Store *s, i32 node, i32 row) {
    i32 marks = s->marks[node];
    if (marks < 0 || row < 0) return 0;
    focus(s, node);
    if (!s->focus_obeys) return 0;
    i32 operator = operator_of(s, row), n = s->marklist.v[marks];
    if (s->focus_marks != marks && ++s->focus_asked > 3) {
        s->focus_marks = marks, s->focus_asked = 0;
        if (++s->stamp_now == INT32_MAX) {
            memset(s->stamp, 0, (size_t)(s->task->has_pair ? s->task->paired : s->task->plain).operators * 4);
            s->stamp_now = 1;
        }
        for (i32 i = 0; i < n; i++)
            for (i32 k = s->cut_at.v[s->marklist.v[marks + 1 + i]]; k < s->cut_at.v[s->marklist.v[marks + 1 + i] + 1]; k++)
                s->stamp[s->cut.v[k]] = s->stamp_now;
    }
    if (s->focus_marks == marks) return n - (s->stamp[operator] == s->stamp_now);
    i64 count = 0;
    for (i32 i = 0; i < n; i++) count += !in_cut(s, s->marklist.v[marks + 1 + i], operator);
    return count;
}

/* ---------------------------------------------------------------------------------------------- bounds */

static double effort(const Store *s) { return (double)s->generated + (double)s->looks / s->task->looks; }

static double price(const Store *s) { return ((double)s->looks / s->task->looks) / (double)(s->sweeps > 1 ? s->sweeps : 1); }

static void raise_lower(Store *s, i32 node, i64 bound) {
    if (bound > s->lower[node]) s->lower[node] = bound >= INF ? INF : (i32)bound;
}

static i32 new_way(Store *s, i32 node, i32 action, i32 rest) {
    if (s->ways_n == s->ways_cap) {
        i64 cap = 2 * s->ways_cap;
        s->ways = grown(s, s->ways, cap * (i64)sizeof(Way));
        s->ways_cap = cap;
    }
    Way *way = s->ways + s->ways_n;
    way->node = node, way->action = action, way->rest = rest;
    way->length = rest < 0 ? 0 : 1 + s->ways[rest].length;
    way->need = -1, way->irreducible = way->watched = 0;
    return (i32)s->ways_n++;
}

static int is_goal(Store *s, i32 node) {
    if (s->upper[node] == 0) return 1;
    if (!holds(s->task, (i32)s->task->goal, words_of(s, node))) return 0;
    i32 way = new_way(s, node, -1, -1);
    s->upper[node] = 0, s->way[node] = way;
    return 1;
}

static i32 lower(Store *s, i32 node, int has_step, i32 row, i32 before) {
    if (s->marks[node] < 0) {
        Vec *list = &s->list_b;
        i64 bound;
        list->n = 0;
        if (is_goal(s, node)) bound = 0;
        else {
            if (has_step) surviving(s, before, row, list);
            int alive = landmarks(s, words_of(s, node), list);
            bound = alive ? list->n : INF;
            if (!alive) list->n = 0;
        }
        i64 begin = s->marklist.n;
        if (begin >= INF) leave(s, MEMORY);
        room(s, &s->marklist, begin + list->n + 1 <= s->marklist.cap ? 0 : 2 * (begin + list->n + 1));
        push(s, &s->marklist, (i32)list->n);
        for (i64 i = 0; i < list->n; i++) push(s, &s->marklist, list->v[i]);
        s->marks[node] = (i32)begin;
        raise_lower(s, node, bound);
    }
    return s->lower[node];
}

static i32 lower_within(Store *s, i32 node, i64 budget, int has_step, i32 row, i32 before) {
    if (s->marks[node] < 0) {
        i64 estimate = relaxed_plan(s, &s->task->plain, words_of(s, node));
        if (estimate == INF) raise_lower(s, node, INF);
        else if (estimate <= budget) return s->lower[node];
    }
    return lower(s, node, has_step, row, before);
}

static double price_of_lower(Store *s, i32 node, int has_step, i32 row, i32 before) {
    if (s->marks[node] >= 0) return 0;
    i64 known = 0;
    if (has_step) {
        surviving(s, before, row, &s->list_b);
        known = s->list_b.n;
    }
    i64 more = s->lower[node] - known;
    return price(s) * (double)(1 + (more > 0 ? more : 0));
}

static i64 lower_after(Store *s, i32 node, i32 row) {
    i64 bound = (i64)s->lower[node] - 1;
    if (s->lower[node] >= INF) return INF;
    i64 cuts = s->marks[node] < 0 ? 0 : s->marklist.v[s->marks[node]];
    if (cuts <= bound) return bound;
    i64 left = surviving_count(s, node, row);
    return left > bound ? left : bound;
}

static i32 way_from(Store *s, i32 node) {
    i32 way = s->way[node];
    if (s->upper[node] == INF || (way >= 0 && s->ways[way].length <= s->upper[node])) return way;
    /* It is known of another node: the same actions lead on from here. */
    i32 join = s->join[node], irreducible = s->ways[join].irreducible;
    Vec *walked = &s->list_c, *actions = &s->list_d, *kept = &s->stack;
    walked->n = actions->n = kept->n = 0;
    push(s, walked, node);
    for (i32 at = join; s->ways[at].rest >= 0; at = s->ways[at].rest) {
        i32 there = after(s, walked->v[walked->n - 1], s->ways[at].action);
        push(s, actions, s->ways[at].action);
        push(s, walked, there);
    }
    i64 place = 0;
    for (i64 i = 0; i < walked->n; i++)
        if (walked->v[i] == node) place = i;
    while (place < actions->n) {
        push(s, kept, (i32)place);
        i32 there = walked->v[place + 1];
        i64 last = place + 1;
        for (i64 i = place + 1; i < walked->n; i++)
            if (walked->v[i] == there) last = i;
        place = last;
    }
    i32 found = new_way(s, walked->v[walked->n - 1], -1, -1);
    s->ways[found].irreducible = irreducible;
    for (i64 i = kept->n - 1; i >= 0; i--) {
        found = new_way(s, walked->v[kept->v[i]], actions->v[kept->v[i]], found);
        s->ways[found].irreducible = irreducible;
    }
    s->way[node] = found, s->upper[node] = s->ways[found].length;
    return found;
}

/* Note a plan: nodes and actions from its start to `end`, of which a plan is known. */
static void learn_path(Store *s, const i32 *nodes, const i32 *actions, i64 n, i32 end) {
    i32 way = way_from(s, end);
    for (i64 i = n - 1; i >= 0; i--) {
        i32 node = nodes[i];
        if (s->ways[way].length + 1 < s->upper[node]) {
            i32 fresh = new_way(s, node, actions[i], way);
            s->way[node] = fresh;
            s->upper[node] = s->ways[fresh].length;
        }
        way = way_from(s, node);
    }
}

/* A need is how many words of a node it speaks of, and for each of them its number, the bits to be set, and those not to
   be. Where it begins. */
static i64 new_need(Store *s, const u64 *pos, const u64 *neg) {
    i64 at = s->needs_n, n = 0;
    for (i32 i = 0; i < s->words; i++) n += (pos[i] | neg[i]) != 0;
    if (at + 3 * n + 1 > s->needs_cap) {
        i64 cap = 2 * (s->needs_cap + 3 * n + 1);
        s->needs = grown(s, s->needs, cap * 8);
        s->needs_cap = cap;
    }
    u64 *to = s->needs + at;
    *to++ = (u64)n;
    for (i32 i = 0; i < s->words; i++)
        if (pos[i] | neg[i]) *to++ = (u64)i, *to++ = pos[i], *to++ = neg[i];
    s->needs_n = at + 3 * n + 1;
    return at;
}

static int any_of(const i32 *v, i32 from, i32 to, const u64 *in, const u64 *not_in) {
    for (i32 i = from; i < to; i++)
        if (set(in, v[i]) && !(not_in && set(not_in, v[i]))) return 1;
    return 0;
}

/* What of a node makes an action apply and lead to where a need is met, as it does from this node. */
static i64 regressed(Store *s, i32 node, i32 row, i64 need) {
    const Task *t = s->task;
    i32 n = s->words;
    const u64 *w = words_of(s, node);
    u64 *made = s->node, *unmade = s->sorted, *pos = s->need[0], *neg = s->need[1];
    u64 *need_pos = s->need[2], *need_neg = s->need[3], *all[] = {made, unmade, pos, neg, need_pos, need_neg};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) memset(all[i], 0, (size_t)n * 8);
    for (const u64 *at = s->needs + need + 1, *end = at + 3 * s->needs[need]; at < end; at += 3) pos[*at] = at[1], neg[*at] = at[2];
    for (i32 i = t->add_at[row]; i < t->add_at[row + 1]; i++) put(made, t->add[i]);
    for (i32 i = t->del_at[row]; i < t->del_at[row + 1]; i++) put(unmade, t->del[i]);
    reasons(t, t->need[row], w, 1, need_pos, need_neg);
    for (i32 e = t->effect_at[row]; e < t->effect_at[row + 1]; e++) {
        i32 a = t->effect_add_at[e], b = t->effect_add_at[e + 1], c = t->effect_del_at[e], d = t->effect_del_at[e + 1];
        i32 when = t->effect_condition[e];
        if (holds(t, when, w)) {
            if (!any_of(t->effect_add, a, b, pos, made) && !any_of(t->effect_del, c, d, neg, unmade)) continue;
            for (i32 i = a; i < b; i++) put(made, t->effect_add[i]);
            for (i32 i = c; i < d; i++) put(unmade, t->effect_del[i]);
            reasons(t, when, w, 1, need_pos, need_neg);
        } else {
            if (!any_of(t->effect_add, a, b, neg, NULL) && !any_of(t->effect_del, c, d, pos, made)) continue;
            reasons(t, when, w, 0, need_pos, need_neg);
        }
    }
    for (i32 i = 0; i < n; i++) {
        need_pos[i] |= pos[i] & ~made[i];
        need_neg[i] |= neg[i] & ~unmade[i];
    }
    return new_need(s, need_pos, need_neg);
}

static int meets_need(const Store *s, const u64 *w, i64 need) {
    for (const u64 *at = s->needs + need + 1, *end = at + 3 * s->needs[need]; at < end; at += 3)
        if ((w[*at] & at[1]) != at[1] || (w[*at] & at[2])) return 0;
    return 1;
}

static int meets(Store *s, i32 node, i32 way) {
    if (s->ways[way].need < 0 || !meets_need(s, words_of(s, node), s->ways[way].need)) return 0;
    if (s->ways[way].length < s->upper[node]) {
        s->upper[node] = s->ways[way].length;
        s->join[node] = way;
    }
    return 1;
}

static int joined(Store *s, i32 node, i64 most) {
    if (s->upper[node] <= most) return 1;
    const u64 *w = words_of(s, node);
    s->work += s->watched_n;
    for (i64 i = 0; i < s->watched_n && s->ways[s->watched[i]].length <= most; i++)
        if (meets_need(s, w, s->ways[s->watched[i]].need)) return meets(s, node, s->watched[i]);
    return 0;
}

static void watch(Store *s, i32 way) {
    if (way < 0 || s->ways[way].watched) return;
    Vec *ends = &s->list_c;
    ends->n = 0;
    for (i32 at = way; at >= 0; at = s->ways[at].rest) push(s, ends, at);
    i64 fresh = 0;
    for (i64 i = ends->n - 1; i >= 0; i--) {
        i32 end = ends->v[i], rest = s->ways[end].rest;
        if (s->ways[end].need < 0 && s->ways[end].node >= 0) {
            if (rest < 0) {
                memset(s->need[2], 0, (size_t)s->words * 8);
                memset(s->need[3], 0, (size_t)s->words * 8);
                reasons(s->task, (i32)s->task->goal, words_of(s, s->ways[end].node), 1, s->need[2], s->need[3]);
                s->ways[end].need = new_need(s, s->need[2], s->need[3]);
            } else if (s->ways[rest].need >= 0)
                s->ways[end].need = regressed(s, s->ways[end].node, s->ways[end].action, s->ways[rest].need);
        }
        if (s->ways[end].need < 0) break;
        fresh++;
    }
    /* Both are by length already; what is fresh comes first. */
    i32 old[WATCHED];
    i64 olds = 0, kept = fresh < WATCHED ? fresh : WATCHED;
    for (i64 i = 0; i < kept; i++) s->ways[ends->v[ends->n - 1 - i]].watched = 2;
    for (i64 i = kept; i < fresh; i++) s->ways[ends->v[ends->n - 1 - i]].watched = 0;
    for (i64 i = 0; i < s->watched_n; i++) {
        Way *one = s->ways + s->watched[i];
        if (one->watched == 2) continue;
        int among = 0; /* of the fresh ones that are too many */
        for (i64 k = kept; k < fresh && !among; k++) among = ends->v[ends->n - 1 - k] == s->watched[i];
        one->watched = 0;
        if (!among && kept + olds < WATCHED) old[olds++] = s->watched[i];
    }
    i64 n = 0, a = 0, b = 0;
    while (a < kept || b < olds) {
        i32 x = a < kept ? ends->v[ends->n - 1 - a] : -1;
        if (x >= 0 && (b >= olds || s->ways[x].length <= s->ways[old[b]].length)) s->watched[n++] = x, a++;
        else s->watched[n++] = old[b++];
    }
    s->watched_n = n;
    for (i64 i = 0; i < n; i++) s->ways[s->watched[i]].watched = 1;
}

static int decided(Store *s, i32 node, i32 budget) {
    if (s->upper[node] <= budget) return YES;
    if (s->lower[node] > budget) return NO;
    if (is_goal(s, node)) return budget >= 0;
    raise_lower(s, node, 1);
    return budget < 1 ? NO : OPEN;
}

/* Leave out of the plan that is known from a node what it can do without. */
static void irreducible(Store *s, i32 node) {
    i32 way = way_from(s, node);
    if (way < 0 || s->ways[way].irreducible) return;
    Vec *nodes = &s->path_nodes, *actions = &s->path_actions;
    nodes->n = actions->n = 0;
    while (s->ways[way].rest >= 0 && !s->ways[way].irreducible) {
        check(s);
        i64 begun = nodes->n;
        i32 here = s->ways[way].node, at = s->ways[way].rest, origin = here;
        for (; s->ways[at].rest >= 0; at = s->ways[at].rest) {
            i32 row = s->ways[at].action, there = step(s, here, row);
            if (there >= 0 && there != here) {
                push(s, nodes, here);
                push(s, actions, row);
                here = there;
            }
        }
        if (is_goal(s, here)) {
            int looked_at = s->ways[s->ways[way].rest].irreducible;
            learn_path(s, nodes->v, actions->v, nodes->n, here);
            nodes->n = actions->n = begun;
            way = way_from(s, origin);
            if (looked_at) break;
        } else {
            nodes->n = actions->n = begun;
            push(s, nodes, s->ways[way].node);
            push(s, actions, s->ways[way].action);
            way = s->ways[way].rest;
        }
    }
    for (i32 end = way_from(s, node); end >= 0 && !s->ways[end].irreducible; end = s->ways[end].rest) s->ways[end].irreducible = 1;
}

/* ---------------------------------------------------------------------------------------------- symmetry */

static int by_colour(const u64 *a, const u64 *b, i32 n) {
    for (i32 i = n - 1; i >= 0; i--)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The colours of a class's objects that have one: their numbers in `chosen`, in order, and the colours after each
   other; returns how many words a colour has. */
static i32 colours(Store *s, i32 class, const u64 *w, Vec *members) {
    const Alikes *a = s->alikes;
    i32 words = (a->places[class] + 63) / 64, count = a->member_at[class + 1] - a->member_at[class];
    if (words < 1) words = 1;
    if (s->colour_words < (i64)words * count) {
        s->colours = grown(s, s->colours, (i64)words * count * 8);
        s->colour_words = (i64)words * count;
    }
    members->n = 0;
    memset(s->colours, 0, (size_t)(words * count) * 8);
    for (const Owned *one = s->owned + s->owned_at[class], *end = s->owned + s->owned_at[class + 1]; one < end; one++)
        for (u64 left = w[one->word] & one->bits; left; left &= left - 1) {
            i32 i = one->first + __builtin_popcountll(one->bits & ((left & -left) - 1));
            put(s->colours + (i64)a->owned_member[i] * words, a->owned_place[i]);
        }
    for (i32 m = 0; m < count; m++)
        for (i32 k = 0; k < words; k++)
            if (s->colours[(i64)m * words + k]) {
                push(s, members, m);
                break;
            }
    s->work += s->owned_at[class + 1] - s->owned_at[class] + (i64)words * count;
    return words;
}

static void toggle(u64 *w, const i32 *atoms, const u64 *colour, i32 places) {
    for (i32 k = 0; k < (places + 63) / 64; k++)
        for (u64 left = colour[k]; left; left &= left - 1) {
            i32 bit = atoms[64 * k + __builtin_ctzll(left)];
            w[bit >> 6] ^= (u64)1 << (bit & 63);
        }
}

static void sort_class(Store *s, i32 class, u64 *w) {
    const Alikes *a = s->alikes;
    Vec *members = &s->list_c, *order = &s->list_d;
    i32 n = colours(s, class, w, members), places = a->places[class];
    const i32 *atoms = a->atom + a->atom_at[class];
    i32 count = a->member_at[class + 1] - a->member_at[class];
    i64 k = members->n;
    room(s, order, k + 1), room(s, &s->stack, k + 1);
    i32 *from = order->v, *to = s->stack.v;
    if (k) memcpy(from, members->v, (size_t)k * 4);
    for (i64 run = 1; run < k; run *= 2) {
        for (i64 lo = 0; lo < k; lo += 2 * run) {
            i64 mid = lo + run < k ? lo + run : k, hi = lo + 2 * run < k ? lo + 2 * run : k, i = lo, j = mid;
            for (i64 at = lo; at < hi; at++)
                to[at] = i < mid && (j >= hi || by_colour(s->colours + (i64)from[i] * n, s->colours + (i64)from[j] * n, n) <= 0)
                             ? from[i++] : from[j++];
        }
        i32 *other = from;
        from = to, to = other;
    }
    for (i64 i = 0; i < members->n; i++)
        toggle(w, atoms + (i64)members->v[i] * places, s->colours + (i64)members->v[i] * n, places);
    for (i64 i = 0; i < k; i++) toggle(w, atoms + (count - k + i) * places, s->colours + (i64)from[i] * n, places);
}

static i32 kind_of(Store *s, i32 node) {
    if (s->kind[node] >= 0) return s->kind[node];
    const Alikes *a = s->alikes;
    size_t bytes = (size_t)s->words * 8;
    u64 *w = s->sorted;
    memcpy(w, words_of(s, node), bytes);
    for (i32 c = 0; c < a->classes; c++) sort_class(s, c, w);
    if (memcmp(w, words_of(s, node), bytes))
        for (i64 i = 0; i < a->entangled; i++) sort_class(s, a->tangled[i], w);
    return s->kind[node] = pooled(s, &s->kind_pool, item_of(s, w, node));
}

/* For each of the objects that are alike, a number of its colour in a node. */
static void colour_ids(Store *s, i32 node, i32 *ids) {
    const Alikes *a = s->alikes;
    Vec *members = &s->list_c, *table = &s->list_d; /* open addressing, one member of each colour */
    for (i32 c = 0; c < a->classes; c++) {
        i32 n = colours(s, c, words_of(s, node), members), first = a->member_at[c], distinct = 0;
        for (i32 m = first; m < a->member_at[c + 1]; m++) ids[m] = 0;
        i64 size = 16;
        while (size < 2 * (members->n + 1)) size *= 2;
        room(s, table, size);
        for (i64 i = 0; i < size; i++) table->v[i] = -1;
        for (i64 i = 0; i < members->n; i++) {
            i32 one = members->v[i];
            const u64 *mine = s->colours + (i64)one * n;
            i64 at = (i64)(hashed(mine, n) & (u64)(size - 1));
            while (table->v[at] >= 0 && by_colour(s->colours + (i64)table->v[at] * n, mine, n)) at = (at + 1) & (size - 1);
            if (table->v[at] < 0) table->v[at] = one, ids[first + one] = ++distinct;
            else ids[first + one] = ids[first + table->v[at]];
        }
    }
}

static i32 matter_of(const Alikes *a, i32 index) {
    i64 lo = 0, hi = a->matter;
    while (lo < hi) {
        i64 mid = (lo + hi) / 2;
        if (a->matter_index[mid] < index) lo = mid + 1;
        else hi = mid;
    }
    return lo < a->matter && a->matter_index[lo] == index ? (i32)lo : -1;
}

/* Whether two actions lead from a node to nodes of one kind, given its colours. */
static int same_likeness(const Alikes *a, i32 one, i32 other, const i32 *ids) {
    if (a->matter_shape[one] != a->matter_shape[other]) return 0;
    for (i32 i = a->argument_at[one], k = a->argument_at[other]; i < a->argument_at[one + 1]; i++, k++) {
        i32 x = a->object_number[a->argument[i]], y = a->object_number[a->argument[k]];
        if (x >= 0 && ids[x] != ids[y]) return 0;
    }
    return 1;
}

static u64 likeness_hash(const Alikes *a, i32 one, const i32 *ids) {
    u64 h = mixed((u64)a->matter_shape[one] + 1);
    for (i32 i = a->argument_at[one]; i < a->argument_at[one + 1]; i++) {
        i32 x = a->object_number[a->argument[i]];
        if (x >= 0) h = mixed(h ^ ((u64)ids[x] + 0x51ed2701)) * 3;
    }
    return h;
}

static u64 key_hash(i32 name, const i32 *arguments, i32 n) {
    u64 h = mixed((u64)name + 1);
    for (i32 i = 0; i < n; i++) h = mixed(h ^ (u64)arguments[i]) + 0x9e3779b97f4a7c15ULL;
    return h;
}

/* Fill the table of actions by name and arguments, whose places are -1. */
API void clamp_fill_keys(const Alikes *a) {
    i32 *table = (i32 *)a->key_table;
    for (i64 m = 0; m < a->matter; m++) {
        i32 begin = a->argument_at[m];
        i64 at = (i64)(key_hash(a->matter_name[m], a->argument + begin, a->argument_at[m + 1] - begin) & (u64)(a->keys - 1));
        while (table[at] >= 0) at = (at + 1) & (a->keys - 1);
        table[at] = (i32)m;
    }
}

/* Of applicable rows, one of each likeness, the first. */
static void different(Store *s, i32 node, Vec *rows) {
    const Alikes *a = s->alikes;
    colour_ids(s, node, s->colour_ids);
    i64 size = 16, n = 0;
    while (size < 2 * rows->n) size *= 2;
    Vec *table = &s->list_d, *list = &s->list_c;
    room(s, table, size);
    for (i64 i = 0; i < size; i++) table->v[i] = -1;
    room(s, list, rows->n + 1);
    for (i64 i = 0; i < rows->n; i++) {
        i32 one = matter_of(a, s->task->index[rows->v[i]]);
        i64 at = (i64)(likeness_hash(a, one, s->colour_ids) & (u64)(size - 1));
        while (table->v[at] >= 0 && !same_likeness(a, table->v[at], one, s->colour_ids)) at = (at + 1) & (size - 1);
        if (table->v[at] >= 0) continue;
        table->v[at] = one;
        rows->v[n++] = rows->v[i];
    }
    rows->n = n;
}

/* Note that what a plan becomes by the swaps that make one action another is a plan from a node. */
static void swapped(Store *s, i32 node, i32 way, i32 one, i32 other) {
    const Alikes *a = s->alikes;
    if (s->ways[way].length >= s->upper[node]) return;
    i32 from[64], to[64], n = 0, ends[64], count = 0;
    i32 arity = a->argument_at[one + 1] - a->argument_at[one];
    if (arity > 30) return;
    for (i32 i = 0; i < arity; i++) {
        i32 x = a->argument[a->argument_at[one] + i], y = a->argument[a->argument_at[other] + i], k = 0;
        if (a->object_number[x] < 0) continue;
        while (k < n && from[k] != x) k++;
        from[k] = x, to[k] = y;
        if (k == n) n++;
    }
    for (i32 k = 0; k < n; k++) {
        int taken = 0;
        for (i32 j = 0; j < n && !taken; j++) taken = to[j] == from[k];
        if (!taken) ends[count++] = from[k];
    }
    for (i32 e = 0; e < count; e++) { /* what gives way takes the place of what does not come back */
        i32 end = ends[e], k = 0;
        while (k < n) {
            for (k = 0; k < n && from[k] != end; k++) {}
            if (k < n) end = to[k];
        }
        from[n] = end, to[n] = ends[e], n++;
    }
    Vec *rows = &s->stack;
    rows->n = 0;
    for (i32 at = way; s->ways[at].rest >= 0; at = s->ways[at].rest) {
        i32 m = matter_of(a, s->task->index[s->ways[at].action]), arguments[64];
        i32 begin = a->argument_at[m], size = a->argument_at[m + 1] - begin;
        if (size > 64) return;
        for (i32 i = 0; i < size; i++) {
            arguments[i] = a->argument[begin + i];
            for (i32 k = 0; k < n; k++)
                if (from[k] == arguments[i]) {
                    arguments[i] = to[k];
                    break;
                }
        }
        i64 slot = (i64)(key_hash(a->matter_name[m], arguments, size) & (u64)(a->keys - 1));
        i32 found = -1;
        for (; a->key_table[slot] >= 0 && found < 0; slot = (slot + 1) & (a->keys - 1)) {
            i32 there = a->key_table[slot];
            if (a->matter_name[there] == a->matter_name[m] && a->argument_at[there + 1] - a->argument_at[there] == size &&
                !memcmp(a->argument + a->argument_at[there], arguments, (size_t)size * 4))
                found = there;
        }
        if (found < 0 || a->matter_row[found] < 0) return;
        push(s, rows, a->matter_row[found]);
    }
    i32 fresh = new_way(s, -1, -1, -1);
    for (i64 i = rows->n - 1; i >= 0; i--) fresh = new_way(s, -1, rows->v[i], fresh);
    s->upper[node] = s->ways[fresh].length;
    s->join[node] = fresh;
}

/* ---------------------------------------------------------------------------------------------- searches */

static Seen *seen_at(const Map *m, i32 key) {
    if (!m->cap) return NULL;
    i64 at = (i64)(mixed((u64)key) & (u64)m->mask);
    for (; m->slot[at] >= 0; at = (at + 1) & m->mask)
        if (m->key[m->slot[at]] == key) return m->seen + m->slot[at];
    return NULL;
}

static Seen *note_seen(Store *s, Map *m, i32 key) {
    if (2 * (m->n + 1) > m->cap) {
        i64 cap = m->cap ? 2 * m->cap : 32;
        i32 *slot = malloc((size_t)cap * 4);
        if (!slot) leave(s, MEMORY);
        free(m->slot);
        m->slot = slot;
        for (i64 i = 0; i < cap; i++) slot[i] = -1;
        for (i64 i = 0; i < m->n; i++) {
            i64 at = (i64)(mixed((u64)m->key[i]) & (u64)(cap - 1));
            while (slot[at] >= 0) at = (at + 1) & (cap - 1);
            slot[at] = (i32)i;
        }
        m->cap = cap, m->mask = cap - 1;
        m->seen = grown(s, m->seen, cap / 2 * (i64)sizeof(Seen));
        m->key = grown(s, m->key, cap / 2 * 4);
    }
    i64 at = (i64)(mixed((u64)key) & (u64)m->mask);
    while (m->slot[at] >= 0) at = (at + 1) & m->mask;
    m->slot[at] = (i32)m->n;
    m->key[m->n] = key;
    Seen *seen = m->seen + m->n++;
    seen->depth = 0, seen->parent = seen->action = -1, seen->mark = 0;
    return seen;
}

static void free_map(Map *m) { free(m->slot), free(m->seen), free(m->key); }

static int comes_first(const Item *a, const Item *b) {
    if (a->rank != b->rank) return a->rank < b->rank;
    if (a->tie != b->tie) return a->tie < b->tie;
    return a->order < b->order;
}

static void heap_push(Store *s, Heap *h, double rank, i64 tie, i64 order, i32 node) {
    if (h->n == h->cap) {
        i64 cap = h->cap ? 2 * h->cap : 16;
        h->v = grown(s, h->v, cap * (i64)sizeof(Item));
        h->cap = cap;
    }
    Item one = {rank, tie, order, node};
    i64 at = h->n++;
    while (at && comes_first(&one, h->v + (at - 1) / 2)) h->v[at] = h->v[(at - 1) / 2], at = (at - 1) / 2;
    h->v[at] = one;
}

static Item heap_pop(Heap *h) {
    Item top = h->v[0], last = h->v[--h->n];
    i64 at = 0;
    for (;;) {
        i64 child = 2 * at + 1;
        if (child >= h->n) break;
        if (child + 1 < h->n && comes_first(h->v + child + 1, h->v + child)) child++;
        if (!comes_first(h->v + child, &last)) break;
        h->v[at] = h->v[child], at = child;
    }
    if (h->n) h->v[at] = last;
    return top;
}

/* The path that a search took to a node. */
static void trace(Store *s, const Map *m, i32 node, Vec *nodes, Vec *actions) {
    nodes->n = actions->n = 0;
    for (Seen *one = seen_at(m, node); one && one->parent >= 0; one = seen_at(m, one->parent)) {
        push(s, nodes, one->parent);
        push(s, actions, one->action);
    }
    for (i64 i = 0, k = nodes->n - 1; i < k; i++, k--) {
        i32 x = nodes->v[i], y = actions->v[i];
        nodes->v[i] = nodes->v[k], nodes->v[k] = x;
        actions->v[i] = actions->v[k], actions->v[k] = y;
    }
}

static void learn_trace(Store *s, const Map *m, i32 node) {
    trace(s, m, node, &s->path_nodes, &s->path_actions);
    learn_path(s, s->path_nodes.v, s->path_actions.v, s->path_nodes.n, node);
}

static int limited(Store *s) {
    if (s->generated >= s->most_generated) return STATES;
    return s->timed && now() >= s->deadline ? SECONDS : 0;
}

static int pausing(Store *s) { return s->pause > 0 && now() >= s->pause; }

static int new_kind(Store *s, Greedy *g, i32 node) {
    if (!g->heeds) return 1;
    i32 kind = kind_of(s, node);
    Seen *met = seen_at(&g->met, kind);
    if (met) return met->parent == node;
    note_seen(s, &g->met, kind)->parent = node;
    return 1;
}

/* Whether a plan passes no node of a history. */
static int is_clear(Store *s, const History *history, i32 way) {
    for (; way >= 0 && s->ways[way].length >= history->floor; way = s->ways[way].rest) {
        s->work++;
        if (seen_at(&history->nodes, s->ways[way].node)) return 0;
    }
    return 1;
}

/* A plan that is known from a node which is none of the history's, if it passes none of them; or -1. */
static i32 known_around(Store *s, const History *history, i32 node, i64 left) {
    is_goal(s, node);
    joined(s, node, left);
    i32 way = way_from(s, node);
    if (way >= 0 && s->ways[way].length <= left && is_clear(s, history, way)) return way;
    way = s->detour[node];
    return way >= 0 && s->ways[way].length <= left && is_clear(s, history, way) ? way : -1;
}

/* The plan that is known from a node, if it passes no node of a history on its way, which may begin at one; or -1. */
static i32 known_beside(Store *s, const History *history, i32 node, i64 budget) {
    i32 ways[2] = {way_from(s, node), s->detour[node]};
    for (int k = 0; k < 2; k++)
        if (ways[k] >= 0 && s->ways[ways[k]].length <= budget && is_clear(s, history, s->ways[ways[k]].rest)) return ways[k];
    return -1;
}

static Greedy *new_greedy(Store *s, i32 root, i32 budget, int shallow) {
    Greedy *g = calloc(1, sizeof *g);
    if (!g) leave(s, MEMORY);
    g->root = root, g->budget = budget, g->shallow = shallow, g->nearest = UNKNOWN;
    return g;
}

static void free_greedy(Greedy *g) {
    if (!g) return;
    free_map(&g->seen), free_map(&g->met);
    free(g->useful.v), free(g->others.v), free(g);
}

static int greedy_reached(Store *s, Greedy *g, i32 node, i32 row, i32 child, double estimate, int others) {
    if (g->history && seen_at(&g->history->nodes, child)) return 0;
    s->generated++;
    i32 depth = seen_at(&g->seen, node)->depth + 1;
    Seen *deep = seen_at(&g->seen, child);
    int known = deep != NULL;
    if (!known && !new_kind(s, g, child)) return 0;
    if (!known) deep = note_seen(s, &g->seen, child), deep->depth = INF;
    if (depth < deep->depth) deep->depth = depth, deep->parent = node, deep->action = row;
    if (known && others) return 0;
    if (!known && depth > g->budget) {
        g->cut = 1;
        return 0;
    }
    if (g->history) {
        i32 way = known_around(s, g->history, child, g->budget - deep->depth);
        if (way >= 0) {
            g->end = child, g->end_way = way;
            return 1;
        }
    } else if (is_goal(s, child) && deep->depth <= g->budget) {
        learn_trace(s, &g->seen, child);
        return 1;
    }
    if (!deep->mark) heap_push(s, others ? &g->others : &g->useful, estimate, 0, g->order++, child);
    return 0;
}

static int greedy_spent(const Greedy *g) { return !g->useful.n && !g->others.n; }

/* What is looked at from here on of nodes that differ by swaps. */
static void heed(Store *s, Greedy *g) {
    g->heeds = s->symmetry == SYM_KNOWN;
    if (g->heeds)
        for (i64 i = 0; i < g->seen.n; i++) new_kind(s, g, g->seen.key[i]);
}

/* The different nodes that one action reaches; those that lead back are none. Rows in `rows`, nodes in `nodes`. */
static void successors(Store *s, i32 node, int heeds, Vec *rows, Vec *nodes) {
    applicable(s, node, rows);
    if (heeds) different(s, node, rows);
    nodes->n = 0;
    i64 n = 0;
    for (i64 i = 0; i < rows->n; i++) {
        i32 there = after(s, node, rows->v[i]);
        push(s, nodes, there);
    }
    /* Of those that reach the same node, the first. */
    i64 size = 16;
    while (size < 2 * (rows->n + 1)) size *= 2;
    Vec *table = &s->list_d;
    room(s, table, size);
    for (i64 i = 0; i < size; i++) table->v[i] = -1;
    i64 at = (i64)(mixed((u64)node) & (u64)(size - 1));
    table->v[at] = node;
    for (i64 i = 0; i < rows->n; i++) {
        i32 there = nodes->v[i];
        at = (i64)(mixed((u64)there) & (u64)(size - 1));
        while (table->v[at] >= 0 && table->v[at] != there) at = (at + 1) & (size - 1);
        if (table->v[at] == there) continue;
        table->v[at] = there;
        rows->v[n] = rows->v[i], nodes->v[n] = there;
        n++;
    }
    rows->n = nodes->n = n;
    tick(s, 20 * n);
}

static int greedy_run(Store *s, Greedy *g, double more) {
    if (!g->running) {
        g->running = 1;
        g->most = effort(s) + more;
        if (!g->seen.n) {
            note_seen(s, &g->seen, g->root)->depth = 0;
            heap_push(s, &g->useful, 0.0, 0, g->order++, g->root);
        }
    }
    while (!greedy_spent(g)) {
        if (effort(s) >= g->most || limited(s)) {
            g->running = 0;
            return OPEN;
        }
        if (pausing(s)) return PAUSED;
        int others = !g->useful.n || (g->others.n && g->turns[1] < g->turns[0]);
        g->turns[others]++;
        Item top = heap_pop(others ? &g->others : &g->useful);
        i32 node = top.node;
        Seen *here = seen_at(&g->seen, node);
        if (here->mark) {
            if (!others) continue;
            Vec *r = &s->true_, *v = &s->held; /* free here: no estimate is made while children are queued */
            successors(s, node, g->heeds, r, v);
            /* The generator of the twin makes nodes one by one: what comes after a plan is found is not counted. */
            for (i64 i = 0; i < r->n; i++)
                if (greedy_reached(s, g, node, r->v[i], v->v[i], top.rank, 1)) {
                    g->running = 0;
                    return YES;
                }
            continue;
        }
        i32 depth = here->depth;
        if ((i64)depth + s->lower[node] > g->budget) {
            g->cut = 1;
            continue;
        }
        if (!g->history && joined(s, node, g->budget - depth)) {
            learn_trace(s, &g->seen, node);
            g->running = 0;
            return YES;
        }
        here->mark = 1;
        i64 estimate = relaxed_plan(s, &s->task->plain, words_of(s, node));
        if (estimate == INF) {
            raise_lower(s, node, INF);
            continue;
        }
        if (estimate < g->nearest) {
            g->nearest = estimate;
            g->turns[0] = g->turns[1] - s->task->favour;
        }
        double rank = g->shallow ? (double)depth + s->task->estimate_weight * (double)estimate : (double)estimate;
        for (i64 i = 0; i < s->useful.n; i++) {
            i32 row = s->useful.v[i], child = step(s, node, row);
            if (child >= 0 && greedy_reached(s, g, node, row, child, rank, 0)) {
                g->running = 0;
                return YES;
            }
        }
        heap_push(s, &g->others, rank, 0, g->order++, node);
    }
    g->running = 0;
    if (g->cut || g->history) return OPEN;
    raise_lower(s, g->root, INF);
    return NO;
}

/* A path and a plan from its end; where the plan comes back to the path, it is cut short. Noted as a detour. */
static i32 around(Store *s, const Around *a) {
    Vec *nodes = &s->path_nodes, *actions = &s->path_actions;
    const Greedy *g = a->greedy;
    trace(s, a->found, g->end, nodes, actions);
    i32 way = g->end_way;
    for (i64 i = nodes->n - 1; i >= 0; i--) {
        i32 at = way;
        while (at >= 0 && s->ways[at].node != nodes->v[i]) at = s->ways[at].rest;
        way = at < 0 ? new_way(s, nodes->v[i], actions->v[i], way) : at;
    }
    for (i32 at = way; at >= 0 && s->way[s->ways[at].node] != at; at = s->ways[at].rest) s->detour[s->ways[at].node] = at;
    return way;
}

/* Looks for a way among the nodes near the root, those first from which a short plan is known, whatever it passes. A node
   leaves the queue when all of it was looked at, so that nothing is missed where the time is up. */
static int near_run(Store *s, Around *a, double more) {
    Greedy *g = a->greedy;
    if (!a->near_running) {
        a->near_running = 1;
        a->most = effort(s) + more;
        if (!a->near.n) {
            note_seen(s, &a->near, g->root)->depth = 0;
            heap_push(s, &a->queue, 0.0, 0, a->order++, g->root);
        }
    }
    while (a->queue.n) {
        if (effort(s) >= a->most || limited(s)) break;
        if (pausing(s)) return PAUSED;
        Item top = a->queue.v[0];
        Seen *here = seen_at(&a->near, top.node);
        i32 depth = here->depth;
        if (!here->mark || here->mark - 1 > depth) {
            i64 left = (i64)g->budget - depth;
            i64 bound = a->looked <= s->task->cheap ? s->lower[top.node]
                                                    : lower_within(s, top.node, left - s->task->tight, here->parent >= 0,
                                                                   here->action, here->parent);
            if (bound <= left && left > 0) {
                Vec *r = &s->true_, *v = &s->held;
                successors(s, top.node, 0, r, v);
                for (i64 i = 0; i < r->n; i++) {
                    i32 child = v->v[i];
                    if (seen_at(&g->history->nodes, child)) continue;
                    s->generated++;
                    Seen *deep = seen_at(&a->near, child);
                    if ((deep && depth + 1 >= deep->depth) || depth + 1 + (i64)s->lower[child] > g->budget) continue;
                    if (!deep) deep = note_seen(s, &a->near, child);
                    deep->depth = depth + 1, deep->parent = top.node, deep->action = r->v[i];
                    i32 way = known_around(s, g->history, child, left - 1);
                    if (way >= 0) {
                        g->end = child, g->end_way = way;
                        a->near_running = 0;
                        return YES;
                    }
                    i32 rest = s->upper[child] < INF ? s->upper[child] : s->lower[child];
                    heap_push(s, &a->queue, (double)(depth + 1 + rest), -depth - 1, a->order++, child);
                }
            }
            a->looked++;
            seen_at(&a->near, top.node)->mark = depth + 1;
        }
        if (a->queue.v[0].order == top.order) heap_pop(&a->queue);
    }
    a->near_running = 0;
    return OPEN;
}

/* Looks for a way that passes no node of a history, one action first: enough to find one, not to refute it. */
static int around_run(Store *s, Around *a, double more) {
    Greedy *g = a->greedy;
    if (!a->begun) {
        a->begun = 1;
        if (!g->seen.n) {
            note_seen(s, &g->seen, g->root)->depth = 0;
            heap_push(s, &g->useful, 0.0, 0, g->order++, g->root);
        }
        if (g->budget >= 1) {
            Vec *r = &s->true_, *v = &s->held;
            successors(s, g->root, 0, r, v);
            for (i64 i = 0; i < r->n; i++) {
                if (seen_at(&g->history->nodes, v->v[i])) continue;
                s->generated++;
                i32 way = known_around(s, g->history, v->v[i], g->budget - 1);
                if (way < 0) continue;
                Seen *deep = note_seen(s, &g->seen, v->v[i]);
                deep->depth = 1, deep->parent = g->root, deep->action = r->v[i];
                g->end = v->v[i], g->end_way = way;
                a->found = &g->seen;
                return YES;
            }
        }
    }
    if (more <= 0 && !g->running && !a->near_running) return OPEN;
    for (; a->stage < 2; a->stage++) { /* stays where it was when it is asked again after a pause */
        int found = a->stage ? near_run(s, a, more) : greedy_run(s, g, more);
        if (found == OPEN) continue;
        if (found == YES) a->found = a->stage ? &a->near : &g->seen, a->stage = 0;
        return found;
    }
    a->stage = 0;
    return OPEN;
}

static Complete *new_complete(Store *s, i32 root, i32 budget, int optimal) {
    Complete *c = calloc(1, sizeof *c);
    if (!c) leave(s, MEMORY);
    c->root = root, c->budget = budget, c->optimal = optimal;
    c->best = s->upper[root];
    return c;
}

static void free_complete(Complete *c) {
    if (!c) return;
    free_map(&c->seen), free(c->queue.v), free(c);
}

static void complete_learn(Store *s, Complete *c, double smallest) {
    double proved = smallest < (double)c->best ? smallest : (double)c->best;
    if (proved > c->budget + 1) proved = c->budget + 1;
    raise_lower(s, c->root, (i64)proved);
    for (i64 i = 0; i < c->seen.n; i++)
        if (c->seen.seen[i].mark) raise_lower(s, c->seen.key[i], (i64)proved - (c->seen.seen[i].mark - 1));
}

/* 1: settled; 0: not yet. A mark is one more than the depth at which a node was expanded. */
static int complete_run(Store *s, Complete *c, double more) {
    if (!c->running) {
        c->running = 1;
        c->most = effort(s) + more;
        if (!c->seen.n) {
            note_seen(s, &c->seen, c->root)->depth = 0;
            heap_push(s, &c->queue, (double)lower(s, c->root, 0, -1, -1), 0, c->order++, c->root);
        }
    }
    while (c->queue.n) {
        Item top = c->queue.v[0];
        i32 node = top.node;
        if (top.rank >= (double)c->best || top.rank > c->budget) break;
        if (effort(s) >= c->most || limited(s)) {
            complete_learn(s, c, top.rank);
            c->running = 0;
            return 0;
        }
        if (pausing(s)) return PAUSED;
        heap_pop(&c->queue);
        Seen *here = seen_at(&c->seen, node);
        i32 g = here->depth;
        if (here->mark && here->mark - 1 <= g) continue;
        i64 bound = lower(s, node, here->parent >= 0, here->action, here->parent);
        if (bound < INF) bound += g;
        if ((double)bound > top.rank) {
            if (bound <= c->budget && bound < c->best) heap_push(s, &c->queue, (double)bound, -g, c->order++, node);
            continue;
        }
        i64 longest = c->budget < c->best - 1 ? c->budget : c->best - 1;
        if ((i64)g + s->lower[node] > longest) continue;
        here->mark = g + 1;
        joined(s, node, c->budget - g);
        if (s->upper[node] < INF && (i64)g + s->upper[node] < c->best) {
            c->best = (i64)g + s->upper[node];
            learn_trace(s, &c->seen, node);
            if (c->best <= c->budget && !c->optimal) {
                c->running = 0;
                return 1;
            }
        }
        Vec *r = &s->true_, *v = &s->held;
        successors(s, node, s->symmetry == SYM_KNOWN, r, v);
        for (i64 i = 0; i < r->n; i++) {
            i32 child = v->v[i], row = r->v[i];
            s->generated++;
            Seen *deep = seen_at(&c->seen, child);
            if (deep && g + 1 >= deep->depth) continue;
            i64 least = lower_after(s, node, row);
            if (s->lower[child] > least) least = s->lower[child];
            i64 f = g + 1 + least;
            if (f > c->budget || f >= c->best) continue;
            if (!deep) deep = note_seen(s, &c->seen, child);
            deep->depth = g + 1, deep->parent = node, deep->action = row;
            heap_push(s, &c->queue, (double)f, -g - 1, c->order++, child);
        }
    }
    complete_learn(s, c, (double)INF);
    c->running = 0;
    return 1;
}

/* ---------------------------------------------------------------------------------------------- decisions */

static Decision *new_decision(Store *s, i32 node, i32 budget, int has_step, i32 row, i32 before) {
    Decision *d = calloc(1, sizeof *d);
    if (!d) leave(s, MEMORY);
    d->node = node, d->budget = budget, d->turn = 1;
    d->has_step = has_step, d->step_row = row, d->step_before = before;
    return d;
}

static void free_decision(Decision *d) {
    if (!d) return;
    free_greedy(d->greedy), free_complete(d->proof), free(d);
}

static int is_tight(const Store *s, const Decision *d) { return (i64)d->budget - s->lower[d->node] <= s->task->tight; }

static int charged(Store *s, Decision *d, int proof, double more) {
    if (!d->charging) {
        d->left = more - d->owed[proof];
        if (d->left <= 0) {
            d->owed[proof] = -d->left;
            return OPEN;
        }
        d->before = effort(s);
        d->charging = 1;
    }
    int found;
    if (proof) {
        found = complete_run(s, d->proof, d->left);
        if (found == PAUSED) return PAUSED;
        found = found ? decided(s, d->node, d->budget) : OPEN;
    } else {
        found = greedy_run(s, d->greedy, d->left);
        if (found == PAUSED) return PAUSED;
    }
    d->charging = 0;
    d->owed[proof] = effort(s) - d->before - d->left;
    return found;
}

static int look(Store *s, Decision *d) {
    Greedy *g = d->greedy;
    if (!d->looking) {
        d->looking = 1;
        d->look_tight = d->has_step && is_tight(s, d);
        d->effort = s->task->turn * (double)d->this_turn * (d->look_tight ? s->task->unlikely_share : 1.0);
        d->nearest = INT64_MAX;
    }
    if (!g->seen.n && !g->running) { /* the root waits already */
        note_seen(s, &g->seen, g->root)->depth = 0;
        heap_push(s, &g->useful, 0.0, 0, g->order++, g->root);
    }
    while (d->charging || (!greedy_spent(g) && g->nearest < d->nearest)) {
        if (!d->charging) d->nearest = d->look_tight ? 0 : g->nearest;
        int found = charged(s, d, 0, d->effort);
        if (found == PAUSED) return PAUSED;
        if (found != OPEN) {
            d->looking = 0;
            return found;
        }
        d->effort = s->task->evaluations * price(s);
    }
    d->looking = 0;
    return OPEN;
}

static int prove(Store *s, Decision *d) {
    if (!d->charging) {
        d->effort = s->task->turn * (double)d->this_turn * (is_tight(s, d) ? 2.0 : s->task->unlikely_share);
        if (!d->proof && d->effort <= price_of_lower(s, d->node, d->has_step, d->step_row, d->step_before)) return OPEN;
        if (!d->proof) {
            double before = effort(s);
            lower(s, d->node, d->has_step, d->step_row, d->step_before);
            d->effort -= effort(s) - before;
            d->proof = new_complete(s, d->node, d->budget, 0);
        }
    }
    return charged(s, d, 1, d->effort);
}

static int turn(Store *s, Decision *d) {
    if (d->stage == 0) {
        if (joined(s, d->node, d->budget)) return YES;
        int found = decided(s, d->node, d->budget);
        if (found != OPEN) return found;
        if (!d->greedy) {
            i32 bound = lower_within(s, d->node, (i64)d->budget - s->task->tight, d->has_step, d->step_row, d->step_before);
            if (bound > d->budget) return NO;
            d->greedy = new_greedy(s, d->node, d->budget, d->has_step);
        }
        if (d->turn == s->task->orbit_turn) {
            if (!d->asked && (s->symmetry == SYM_UNKNOWN || s->symmetry == SYM_LATE)) {
                d->asked = 1;
                return SYMMETRY;
            }
            heed(s, d->greedy);
        }
        d->this_turn = d->turn, d->turn *= 2;
        d->tight_first = is_tight(s, d);
        d->stage = 1;
    }
    while (d->stage < 3) {
        int proof = (d->stage == 1) == (d->tight_first != 0);
        int found = proof ? prove(s, d) : look(s, d);
        if (found == PAUSED) return PAUSED;
        if (found != OPEN) {
            d->stage = 0;
            return found;
        }
        d->stage++;
    }
    d->stage = 0;
    int reached = limited(s);
    return reached ? reached : OPEN;
}

/* Alike */

static Alike *new_alike(i32 node) {
    Alike *a = calloc(1, sizeof *a);
    if (a) a->node = node;
    return a;
}

/* ---------------------------------------------------------------------------------------------- all at once */

/* A node of a kind is decided: a parent is that node, an action one that leads there. */
static void note_kind(Store *s, Each *e, i64 i) {
    Seen *known = seen_at(&e->alike->kinds, e->kind[i]);
    if (!known) known = note_seen(s, &e->alike->kinds, e->kind[i]);
    known->parent = e->target[i], known->action = e->action[e->action_at[i]];
}

static int tells(Store *s, Each *e, i64 i) {
    const Alike *a = e->alike;
    const Seen *known = seen_at(&a->kinds, e->kind[i]);
    if (!known) return OPEN;
    i32 target = e->target[i];
    raise_lower(s, target, s->lower[known->parent]);
    i32 way = way_from(s, known->parent);
    if (way >= 0 && s->ways[way].length <= e->budget && a->has_colours) {
        i32 one = matter_of(s->alikes, known->action);
        if (one >= 0)
            for (i32 k = e->action_at[i]; k < e->action_at[i + 1]; k++) {
                i32 two = matter_of(s->alikes, e->action[k]);
                if (two >= 0 && same_likeness(s->alikes, one, two, a->colour)) {
                    swapped(s, target, way, one, two);
                    break;
                }
            }
    }
    return decided(s, target, e->budget);
}

static void settle(Store *s, Each *e) {
    i64 n = 0;
    for (i64 k = 0; k < e->opens; k++) {
        i32 i = e->open[k];
        if (e->found[i] != OPEN) continue;
        int told = e->kinds ? tells(s, e, i) : OPEN;
        if (told == OPEN) e->open[n++] = i;
        else e->found[i] = told;
    }
    e->opens = n;
}

static i64 lower_after_all(Store *s, const Each *e, i64 i) {
    i64 most = -1;
    for (i32 k = e->action_at[i]; k < e->action_at[i + 1]; k++) {
        i64 bound = lower_after(s, e->node, row_of(s->task, e->action[k]));
        if (bound > most) most = bound;
    }
    return most;
}

static void lacking(const Store *s, const u64 *w, i64 need, i32 *literal, i32 *count) {
    *count = 0;
    for (const u64 *at = s->needs + need + 1, *end = at + 3 * s->needs[need]; at < end; at += 3) {
        i32 first = 64 * (i32)*at;
        u64 a = at[1] & ~w[*at], b = at[2] & w[*at];
        if (a) *count += __builtin_popcountll(a), *literal = 2 * (first + __builtin_ctzll(a));
        if (b) *count += __builtin_popcountll(b), *literal = 2 * (first + __builtin_ctzll(b)) + 1;
        if (*count > 1) return;
    }
}

static int mended(Store *s, i32 node, i32 target, i32 budget) {
    const Task *t = s->task;
    i32 way = way_from(s, node);
    if (way < 0 || s->ways[way].rest < 0 || s->ways[way].need < 0 || s->ways[way].length >= budget) return 0;
    i32 there = step(s, target, s->ways[way].action);
    for (int second = there >= 0 && there != target; second >= 0; second--) {
        i32 here = second ? there : target, rest = second ? s->ways[way].rest : way, literal = 0, count;
        if (s->ways[rest].need < 0) continue;
        lacking(s, words_of(s, here), s->ways[rest].need, &literal, &count);
        if (count != 1) continue;
        for (i32 k = t->maker_at[literal]; k < t->maker_at[literal + 1]; k++) {
            i32 after_ = step(s, here, t->maker[k]);
            if (after_ >= 0 && meets(s, after_, rest)) {
                i32 nodes[2] = {target, here}, actions[2] = {s->ways[way].action, t->maker[k]};
                learn_path(s, nodes + !second, actions + !second, 1 + second, after_);
                return 1;
            }
        }
    }
    return 0;
}

static int repaired(Store *s, i32 node, i32 target, i32 budget) {
    i32 way = way_from(s, node);
    if (way < 0) return 0;
    Vec *nodes = &s->path_nodes, *actions = &s->path_actions;
    nodes->n = actions->n = 0;
    while (s->ways[way].rest >= 0 && nodes->n < budget) {
        i32 row = s->ways[way].action;
        way = s->ways[way].rest;
        i32 there = step(s, target, row);
        if (there < 0 || there == target) continue;
        push(s, nodes, target);
        push(s, actions, row);
        target = there;
        i64 left = budget - nodes->n;
        int met = s->ways[way].length <= left && meets(s, target, way);
        if (met || s->upper[target] <= left || is_goal(s, target)) {
            learn_path(s, nodes->v, actions->v, nodes->n, target);
            return 1;
        }
    }
    return 0;
}

static int rejoined(Store *s, i32 target, i32 budget) {
    Vec *r = &s->true_, *v = &s->held;
    successors(s, target, 0, r, v);
    for (i64 i = 0; i < r->n; i++)
        if (joined(s, v->v[i], budget - 1) || is_goal(s, v->v[i])) {
            i32 row = r->v[i];
            learn_path(s, &target, &row, 1, v->v[i]);
            return s->upper[target] <= budget;
        }
    return 0;
}

/* Local numbers of the kinds; `first` is the target of each that stands for it, or -1. */
static void number_kinds(Store *s, Each *e) {
    e->locals = 0;
    if (!e->kinds) {
        for (i64 i = 0; i < e->n; i++) e->local[i] = (i32)i;
        e->locals = e->n;
    } else {
        for (i64 i = 0; i < e->n; i++) {
            Seen *one = seen_at(&e->numbers, e->kind[i]);
            if (!one) one = note_seen(s, &e->numbers, e->kind[i]), one->depth = (i32)e->locals++;
            e->local[i] = one->depth;
        }
    }
    for (i64 i = 0; i < e->locals; i++) e->first[i] = -1;
    e->orders = 0;
    for (i64 k = e->opens - 1; k >= 0; k--) {
        i32 i = e->open[k];
        if (e->first[e->local[i]] < 0) e->order[e->orders++] = e->local[i];
        e->first[e->local[i]] = i;
    }
}

static void each_known(Store *s, Each *e) {
    watch(s, way_from(s, e->node));
    for (i64 i = 0; i < e->n; i++) {
        if (joined(s, e->target[i], e->budget)) {
            e->found[i] = YES;
            continue;
        }
        raise_lower(s, e->target[i], lower_after_all(s, e, i));
        e->found[i] = decided(s, e->target[i], e->budget);
    }
    e->opens = 0;
    for (i64 i = 0; i < e->n; i++)
        if (e->found[i] == OPEN) e->open[e->opens++] = (i32)i;
}

static int each_run(Store *s, Each *e) {
    if (e->phase == 0) {
        each_known(s, e);
        e->phase = 1;
    }
    if (e->phase == 1) {
        if (e->opens && s->symmetry == SYM_UNKNOWN) return SYMMETRY;
        e->kinds = e->opens && s->symmetry == SYM_KNOWN;
        if (e->kinds) {
            if (!e->alike->has_colours) {
                if (!e->alike->colour) e->alike->colour = grown(s, NULL, (s->alikes->objects + 1) * 4);
                colour_ids(s, e->alike->node, e->alike->colour);
                e->alike->has_colours = 1;
            }
            for (i64 i = 0; i < e->n; i++) e->kind[i] = kind_of(s, e->target[i]);
            for (i64 i = 0; i < e->n; i++)
                if (e->found[i] != OPEN) note_kind(s, e, i);
        }
        settle(s, e);
        number_kinds(s, e);
        for (int cheap = 0; cheap < 3; cheap++)
            for (i64 k = 0; k < e->orders; k++) {
                i32 i = e->first[e->order[k]];
                check(s);
                if (e->found[i] != OPEN) continue;
                i32 target = e->target[i];
                int works = cheap == 0   ? mended(s, e->node, target, e->budget)
                            : cheap == 1 ? repaired(s, e->node, target, e->budget)
                                         : rejoined(s, target, e->budget);
                if (works) {
                    e->found[i] = YES;
                    if (e->kinds) note_kind(s, e, i);
                }
            }
        settle(s, e);
        i32 known = s->upper[e->node] < INF ? s->upper[e->node] : 0;
        if (e->opens > 1 && known > e->budget - s->task->tight) {
            lower(s, e->node, 0, -1, -1);
            for (i64 k = 0; k < e->opens; k++)
                raise_lower(s, e->target[e->open[k]], lower_after_all(s, e, e->open[k]));
            settle(s, e);
        }
        e->phase = 2, e->at = -1;
    }
    while (e->opens) {
        if (e->at < 0) {
            check(s);
            for (i64 k = 0; k < e->locals; k++)
                if (e->first[k] >= 0 && e->found[e->first[k]] != OPEN) e->first[k] = -1;
            e->at = 0;
        }
        for (; e->at < e->opens; e->at++) {
            i32 i = e->open[e->at], local = e->local[i];
            if (e->first[local] < 0) e->first[local] = i;
            if (e->first[local] != i) continue;
            if (!e->decision[i])
                e->decision[i] = new_decision(s, e->target[i], e->budget, 1,
                                              row_of(s->task, e->action[e->action_at[i]]), e->node);
            int answer = turn(s, e->decision[i]);
            if (answer == PAUSED || answer == SYMMETRY) return answer;
            if (answer == YES) watch(s, way_from(s, e->target[i]));
            if (answer == OPEN) continue;
            e->found[i] = answer;
            e->first[local] = -1;
            free_decision(e->decision[i]);
            e->decision[i] = NULL;
            if (e->kinds) note_kind(s, e, i);
        }
        settle(s, e);
        e->at = -1;
    }
    return YES;
}

/* ---------------------------------------------------------------------------------------------- from outside */

static void free_each(Each *e) {
    if (!e) return;
    if (e->decision)
        for (i64 i = 0; i < e->n; i++) free_decision(e->decision[i]);
    free_map(&e->numbers);
    free(e->decision), free(e->target), free(e->action_at), free(e->action), free(e->found), free(e->kind);
    free(e->local), free(e->first), free(e->order), free(e->open), free(e);
}

API void clamp_store_free(Store *s) {
    if (!s) return;
    free_decision(s->one), free_each(s->each), free_complete(s->settle);
    free_pool(&s->node_pool), free_pool(&s->kind_pool), free_pool(&s->block_pool);
    free(s->shown), free(s->numbers), free(s->used), free(s->used_before);
    for (int i = 0; i < 4; i++) free(s->need[i]);
    free(s->lower), free(s->upper), free(s->way), free(s->join), free(s->marks), free(s->detour);
    free(s->kind), free(s->ways), free(s->needs);
    Vec *vectors[] = {&s->cut, &s->cut_at, &s->marklist, &s->true_, &s->path_nodes, &s->path_actions, &s->stack,
                      &s->chosen, &s->useful, &s->held, &s->list_a, &s->list_b, &s->list_c, &s->list_d, &s->following};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) free(vectors[i]->v);
    for (i64 i = 0; i < s->buckets; i++) free(s->bucket[i].v);
    free(s->bucket), free(s->node), free(s->after), free(s->sorted), free(s->level), free(s->maker), free(s->stamp);
    free(s->paid.v), free(s->applies), free(s->zone);
    free(s->chosen_ops), free(s->later), free(s->colour_ids), free(s->colours), free(s->owned_at), free(s->owned);
    for (int which = 0; which < 2; which++)
        free(s->operators[which].missing), free(s->operators[which].base), free(s->operators[which].support),
            free(s->operators[which].cost), free(s->operators[which].wide), free(s->operators[which].sets);
    for (int which = 0; which < 2; which++)
        for (i64 k = 0; k < s->users_n[which]; k++)
            free(s->users[which][k].held), free(s->users[which][k].at), free(s->users[which][k].users);
    free(s);
}

API Store *clamp_store_new(const Task *task) {
    Store *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->task = task;
    s->most_generated = INT64_MAX;
    s->words = (i32)((task->bits + 63) / 64);
    if (s->words < 1) s->words = 1;
    if (s->words > WHOLE) s->blocks = (s->words + BLOCK - 1) / BLOCK, s->words = s->blocks * BLOCK;
    s->node_pool.words = s->kind_pool.words = s->blocks ? (s->blocks + 1) / 2 : s->words;
    s->block_pool.words = BLOCK;
    if (setjmp(s->stop)) {
        clamp_store_free(s);
        return NULL;
    }
    i64 facts = task->plain.facts, operators = task->plain.operators;
    if (task->has_pair) {
        if (task->paired.facts > facts) facts = task->paired.facts;
        if (task->paired.operators > operators) operators = task->paired.operators;
    }
    s->cap = s->ways_cap = 64;
    if (s->blocks) {
        s->shown = grown(s, NULL, (i64)SHOWN * s->words * 8);
        s->numbers = grown(s, NULL, s->node_pool.words * 8);
        s->numbers[s->node_pool.words - 1] = 0; /* may have half a word more than there are blocks */
    }
    s->told = -1;
    for (int k = 0; k < SHOWN; k++) s->shown_node[k] = -1;
    s->used_words = task->bits ? (task->place[task->bits - 1] >> 6) + 1 : 0;
    s->used = grown(s, NULL, s->used_words * 8);
    s->used_before = grown(s, NULL, s->used_words * 4);
    memset(s->used, 0, (size_t)s->used_words * 8);
    for (i64 i = 0; i < task->bits; i++) put(s->used, task->place[i]);
    for (i64 i = 0, n = 0; i < s->used_words; i++) s->used_before[i] = (i32)n, n += __builtin_popcountll(s->used[i]);
    i32 **arrays[] = {&s->lower, &s->upper, &s->way, &s->join, &s->marks, &s->kind, &s->detour};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) *arrays[i] = grown(s, NULL, s->cap * 4);
    s->ways = grown(s, NULL, s->ways_cap * (i64)sizeof(Way));
    s->node = grown(s, NULL, s->words * 8);
    s->after = grown(s, NULL, s->words * 8);
    s->sorted = grown(s, NULL, s->words * 8);
    for (int i = 0; i < 4; i++) s->need[i] = grown(s, NULL, s->words * 8);
    s->stamp = grown(s, NULL, operators * 4);
    memset(s->stamp, 0, (size_t)operators * 4);
    s->focus = -1;
    s->level = grown(s, NULL, facts * 4);
    s->maker = grown(s, NULL, facts * 4);
    for (int which = 0; which <= (task->has_pair != 0); which++) {
        const Relaxation *r = which ? &task->paired : &task->plain;
        Operators *one = s->operators + which;
        i64 n = r->operators;
        one->missing = grown(s, NULL, n * (i64)sizeof(u16));
        one->base = grown(s, NULL, n * (i64)sizeof(u16));
        one->support = grown(s, NULL, n * 4);
        one->cost = grown(s, NULL, n * 4);
        i64 words = (r->facts + 63) / 64, wide = 0;
        one->wide = grown(s, NULL, n * 4);
        for (i64 o = 0; o < n; o++) {
            int is_wide = r->adds_at[o + 1] - r->adds_at[o] > WIDE && (wide + 1) * words < MOST_WIDE;
            one->wide[o] = is_wide ? (i32)wide++ : -1;
        }
        one->sets = grown(s, NULL, wide * words * 8);
        memset(one->sets, 0, (size_t)(wide * words) * 8);
        for (i64 o = 0; o < n; o++)
            for (i32 j = r->adds_at[o]; one->wide[o] >= 0 && j < r->adds_at[o + 1]; j++)
                put(one->sets + one->wide[o] * words, r->adds[j]);
        for (i64 o = 0; o < n; o++) one->base[o] = (u16)r->missing[o], one->cost[o] = r->cost[o], one->support[o] = -1;
    }
    s->later = grown(s, NULL, 2 * ((facts + 63) / 64) * 8);
    s->zone = grown(s, NULL, (facts + 63) / 64 * 8);
    s->chosen_ops = grown(s, NULL, (operators + 63) / 64 * 8);
    s->applies = grown(s, NULL, (task->actions + 63) / 64 * 8);
    push(s, &s->cut_at, 0);
    return s;
}

/* Symmetry as it became known: 1 none, 2 known, 3 not in time. */
API int clamp_symmetry(Store *s, int state, const Alikes *alikes) {
    if (setjmp(s->stop)) return MEMORY;
    if (state == SYM_KNOWN) {
        const i32 *from = alikes->owned_at, *bit = alikes->owned_bit; /* ascending in each class */
        i32 n = 0;
        s->colour_ids = grown(s, s->colour_ids, (alikes->objects + 1) * 4);
        s->owned_at = grown(s, s->owned_at, (alikes->classes + 1) * 4);
        s->owned = grown(s, s->owned, from[alikes->classes] * (i64)sizeof(Owned));
        for (i32 c = 0; c < alikes->classes; c++) {
            s->owned_at[c] = n;
            for (i32 i = from[c]; i < from[c + 1]; i++) {
                if (i == from[c] || bit[i] >> 6 != bit[i - 1] >> 6) s->owned[n++] = (Owned){0, bit[i] >> 6, i};
                put(&s->owned[n - 1].bits, bit[i] & 63);
            }
        }
        s->owned_at[alikes->classes] = n;
        s->owned = grown(s, s->owned, n * (i64)sizeof(Owned));
        s->alikes = alikes;
    }
    s->symmetry = state;
    return 0;
}

/* What a query may cost: nodes from now on, seconds of this thread's time (negative: any), and until when to pause. */
API void clamp_limits(Store *s, i64 states, double seconds, double pause) {
    double here = seconds >= 0 || pause > 0 ? now() : 0;
    s->most_generated = states > INT64_MAX - s->generated ? INT64_MAX : s->generated + states;
    s->timed = seconds >= 0;
    s->deadline = here + seconds;
    s->pause = pause > 0 ? here + pause : 0;
    s->work = 0;
}

API void clamp_pause(Store *s, double pause) { s->pause = now() + pause; }

static i64 pool_bytes(const Pool *p) { return p->n * p->words * 8 + p->mask * 4; }

API i64 clamp_count(const Store *s, int what) {
    switch (what) {
    case 0: return s->node_pool.n;
    case 1: return s->generated;
    case 2: return s->looks;
    case 3: return s->sweeps;
    default:
        return pool_bytes(&s->node_pool) + pool_bytes(&s->kind_pool) + pool_bytes(&s->block_pool) + s->node_pool.n * 28 +
               s->ways_n * (i64)sizeof(Way) + s->needs_n * 8 + (s->cut.n + s->cut_at.n + s->marklist.n) * 4;
    }
}

/* The nodes of masks, each so many bytes long; returns MEMORY where there is no room. */
API int clamp_intern(Store *s, const uint8_t *masks, i64 bytes, i64 n, i32 *out) {
    if (setjmp(s->stop)) return MEMORY;
    for (i64 k = 0; k < n; k++, masks += bytes) {
        memset(s->node, 0, (size_t)s->words * 8);
        for (i64 i = 0; i < s->used_words && 8 * i < bytes; i++) {
            u64 word = 0;
            memcpy(&word, masks + 8 * i, (size_t)(bytes - 8 * i < 8 ? bytes - 8 * i : 8));
            for (word &= s->used[i]; word; word &= word - 1) {
                u64 before = s->used[i] & ((word & -word) - 1);
                put(s->node, s->used_before[i] + __builtin_popcountll(before));
            }
        }
        out[k] = s->told = intern(s, s->node, s->told);
    }
    return 0;
}

API void clamp_mask(Store *s, i32 node, uint8_t *mask) {
    const u64 *w = words_of(s, node);
    for (i32 i = 0; i < s->words; i++)
        for (u64 left = w[i]; left; left &= left - 1) {
            i32 place = s->task->place[64 * i + __builtin_ctzll(left)];
            mask[place >> 3] |= (uint8_t)(1 << (place & 7));
        }
}

API i32 clamp_known(const Store *s, i32 node, int upper) { return upper ? s->upper[node] : s->lower[node]; }

API void clamp_raise(Store *s, i32 node, i64 bound) { raise_lower(s, node, bound); }

API int clamp_is_goal(Store *s, i32 node) {
    if (setjmp(s->stop)) return 0;
    return is_goal(s, node);
}

/* The number of the best plan that is known from a node; -1 if none is, and -2 where memory is up. */
API i32 clamp_way(Store *s, i32 node) {
    if (setjmp(s->stop)) return -2;
    return way_from(s, node);
}

/* A plan: for each part of it its number, node and action (-1 at the end), as many as there is room for. Returns how
   many parts there are. */
API i64 clamp_parts(const Store *s, i32 way, i64 most, i32 *numbers, i32 *nodes, i32 *actions) {
    i64 n = s->ways[way].length + 1;
    for (i64 i = 0; i < n && i < most; i++, way = s->ways[way].rest) {
        numbers[i] = way, nodes[i] = s->ways[way].node;
        actions[i] = s->ways[way].action < 0 ? -1 : s->task->index[s->ways[way].action];
    }
    return n;
}

/* Take note of a plan: 1 if it is one, that is, its actions lead from the node to a goal. */
API int clamp_learn(Store *s, i32 node, const i32 *indices, i64 n) {
    if (setjmp(s->stop)) return 0;
    Vec *nodes = &s->path_nodes, *actions = &s->path_actions;
    nodes->n = actions->n = 0;
    for (i64 i = 0; i < n; i++) {
        i32 row = row_of(s->task, indices[i]), there = step(s, node, row);
        if (there < 0) return 0;
        push(s, nodes, node);
        push(s, actions, row);
        node = there;
    }
    if (!is_goal(s, node)) return 0;
    learn_path(s, nodes->v, actions->v, nodes->n, node);
    return 1;
}

API void clamp_watch(Store *s, i32 node) {
    if (setjmp(s->stop)) return;
    watch(s, way_from(s, node));
}

API int clamp_joined(Store *s, i32 node, i64 most) {
    if (setjmp(s->stop)) return s->upper[node] <= most;
    return joined(s, node, most);
}

API int clamp_decided(Store *s, i32 node, i32 budget) {
    if (setjmp(s->stop)) return OPEN;
    return decided(s, node, budget);
}

API i64 clamp_lower_after(Store *s, i32 node, i32 index) {
    if (setjmp(s->stop)) return -1;
    return lower_after(s, node, row_of(s->task, index));
}

/* A lower bound in `out`: within a budget, or (negative) the best; `before` is -1 where no step is known. */
API int clamp_lower(Store *s, i32 node, i64 within, i32 before, i32 index, i32 *out) {
    int code = setjmp(s->stop);
    if (code) return code;
    i32 row = before >= 0 ? row_of(s->task, index) : -1;
    *out = within >= 0 ? lower_within(s, node, within, before >= 0, row, before) : lower(s, node, before >= 0, row, before);
    return 0;
}

/* A relaxed plan's size, and those of its actions that apply now (`useful` has room for all actions). */
API int clamp_relaxed(Store *s, i32 node, i32 *size, i32 *useful, i32 *n) {
    int code = setjmp(s->stop);
    if (code) return code;
    *size = (i32)relaxed_plan(s, &s->task->plain, words_of(s, node));
    *n = *size == INF ? 0 : (i32)s->useful.n;
    for (i32 i = 0; i < *n; i++) useful[i] = s->task->index[s->useful.v[i]];
    return 0;
}

/* Landmarks of a node that is asked about alone: -1 for a proof that there is no plan; how many, and the sizes. */
API int clamp_landmarks(Store *s, i32 node, i32 *n, i32 *sizes, i32 most) {
    int code = setjmp(s->stop);
    if (code) return code;
    Vec *list = &s->list_b;
    i64 cuts = s->cut.n, numbers = s->cut_at.n;
    list->n = 0;
    *n = landmarks(s, words_of(s, node), list) ? (i32)list->n : -1;
    for (i32 i = 0; i < *n && i < most; i++) sizes[i] = s->cut_at.v[list->v[i] + 1] - s->cut_at.v[list->v[i]];
    forget_paid(s);
    s->cut.n = cuts, s->cut_at.n = numbers; /* nobody refers to them */
    return 0;
}

API i64 clamp_successors(Store *s, i32 node, int different_, i32 *actions, i32 *nodes) {
    int code = setjmp(s->stop);
    if (code) return -code;
    successors(s, node, different_ && s->symmetry == SYM_KNOWN, &s->true_, &s->held);
    for (i64 i = 0; i < s->true_.n; i++) actions[i] = s->task->index[s->true_.v[i]], nodes[i] = s->held.v[i];
    return s->true_.n;
}

API i32 clamp_kind(Store *s, i32 node) {
    if (setjmp(s->stop)) return -1;
    return s->symmetry == SYM_KNOWN ? kind_of(s, node) : node;
}

/* Whether a plan of at most `budget` actions exists. Asked again with `go_on` after SYMMETRY or PAUSED. */
API int clamp_decide(Store *s, i32 node, i32 budget, int go_on) {
    int code = setjmp(s->stop);
    if (!code) {
        if (!go_on) {
            free_decision(s->one);
            s->one = NULL;
            s->one = new_decision(s, node, budget, 0, -1, -1);
        }
        int found;
        do found = turn(s, s->one);
        while (found == OPEN);
        if (found == SYMMETRY || found == PAUSED) return found;
        if (found == YES) irreducible(s, node);
        code = found;
    } else if (s->upper[node] <= budget)
        code = YES;
    free_decision(s->one);
    s->one = NULL;
    return code;
}

/* Go on until the bounds of a node meet, whose distance is at most its upper bound. */
API int clamp_settle(Store *s, i32 node, int go_on) {
    int code = setjmp(s->stop);
    if (!code) {
        if (!go_on) {
            free_complete(s->settle);
            s->settle = NULL;
            if (lower(s, node, 0, -1, -1) >= s->upper[node]) return YES;
            s->settle = new_complete(s, node, s->upper[node], 1);
        }
        for (;;) {
            int done = complete_run(s, s->settle, 1e18);
            if (done == PAUSED) return PAUSED;
            code = limited(s);
            if (done) code = YES;
            if (code) break;
        }
    }
    free_complete(s->settle);
    s->settle = NULL;
    return code;
}

API void clamp_history_free(History *history) {
    if (history) free_map(&history->nodes), free(history);
}

API History *clamp_history_new(Store *s, const i32 *nodes, i64 n, i64 floor) {
    History *history = calloc(1, sizeof *history);
    if (!history) return NULL;
    if (setjmp(s->stop)) {
        clamp_history_free(history);
        return NULL;
    }
    history->floor = floor;
    for (i64 i = 0; i < n; i++)
        if (!seen_at(&history->nodes, nodes[i])) note_seen(s, &history->nodes, nodes[i]);
    return history;
}

/* For each node, whether a plan of at most `budget` actions is known that passes no node of a history on its way. */
API int clamp_known_each(Store *s, const History *history, i64 n, const i32 *nodes, i64 budget, i32 *out) {
    if (setjmp(s->stop)) return MEMORY;
    for (i64 i = 0; i < n; i++) {
        /* Nearer to the goal than all nodes of the history are, it can pass none of them. */
        int near = s->upper[nodes[i]] <= (budget < history->floor ? budget : history->floor);
        out[i] = near || known_beside(s, history, nodes[i], budget) >= 0;
    }
    return 0;
}

/* The number of that plan; -1 if none is known, and -2 where memory is up. */
API i32 clamp_known_beside(Store *s, const History *history, i32 node, i64 budget) {
    if (setjmp(s->stop)) return -2;
    return known_beside(s, history, node, budget);
}

API void clamp_around_free(Around *a) {
    if (a) free_greedy(a->greedy), free_map(&a->near), free(a->queue.v), free(a);
}

API Around *clamp_around_new(i32 root, i32 budget, const History *history) {
    Around *a = calloc(1, sizeof *a);
    Greedy *g = calloc(1, sizeof *g);
    if (!a || !g) {
        free(a), free(g);
        return NULL;
    }
    g->root = root, g->budget = budget, g->nearest = UNKNOWN, g->shallow = 1, g->history = history;
    a->greedy = g;
    return a;
}

/* A way around a history with so much effort, the first step for nothing: its number in `way` where one is found. */
API int clamp_around(Store *s, Around *a, double more, i32 *way) {
    int code = setjmp(s->stop);
    if (code) return code;
    code = around_run(s, a, more);
    if (code == YES) *way = around(s, a);
    return code;
}

API Alike *clamp_alike_new(i32 node) { return new_alike(node); }

API void clamp_alike_free(Alike *a) {
    if (a) free_map(&a->kinds), free(a->colour), free(a);
}

/* Whether a plan of at most `budget` actions leads on from each node that actions lead to from `node`; an answer each
   in `found`, and what is known of its distance in `lowers`. */
API int clamp_decide_each(Store *s, i32 node, i32 budget, i64 n, const i32 *targets, const i32 *action_at,
                          const i32 *actions, Alike *alike, i32 *found, i32 *lowers, int go_on) {
    int code;
    if (!go_on) {
        free_each(s->each);
        Each *e = s->each = calloc(1, sizeof *e);
        if (!e) return MEMORY;
        size_t size = (size_t)(n + 1) * 4, all = (size_t)(action_at[n] + 1) * 4;
        e->n = n, e->node = node, e->budget = budget, e->alike = alike;
        e->target = malloc(size), e->action_at = malloc(size), e->action = malloc(all), e->found = malloc(size);
        e->kind = malloc(size), e->local = malloc(size), e->first = malloc(size), e->order = malloc(size);
        e->open = malloc(size), e->decision = calloc((size_t)n + 1, sizeof *e->decision);
        if (!e->target || !e->action_at || !e->action || !e->found || !e->kind || !e->local || !e->first ||
            !e->order || !e->open || !e->decision) {
            free_each(e);
            s->each = NULL;
            return MEMORY;
        }
        memcpy(e->target, targets, (size_t)n * 4), memcpy(e->action_at, action_at, size);
        memcpy(e->action, actions, (size_t)action_at[n] * 4);
        for (i64 i = 0; i < n; i++) e->found[i] = OPEN;
        i32 known = s->upper[node] < INF ? s->upper[node] : 0;
        if (known > budget - s->task->tight && !setjmp(s->stop)) irreducible(s, node); /* a shorter plan decides more */
    }
    code = setjmp(s->stop);
    Each *e = s->each;
    if (!code) {
        code = each_run(s, e);
        if (code == SYMMETRY || code == PAUSED) return code;
    }
    if (code != YES) {
        if (setjmp(s->stop)) return MEMORY;
        for (i64 i = 0; i < e->n; i++) {
            if (e->found[i] != OPEN) continue;
            int known = decided(s, e->target[i], e->budget);
            if (known == OPEN && joined(s, e->target[i], e->budget)) known = YES;
            e->found[i] = known == OPEN ? code : known;
        }
    }
    for (i64 i = 0; i < e->n; i++) found[i] = e->found[i], lowers[i] = s->lower[e->target[i]];
    free_each(e);
    s->each = NULL;
    return YES;
}

/* Give up what was begun. */
API int clamp_give_up_each(Store *s, int code, i32 *found, i32 *lowers) {
    Each *e = s->each;
    if (!e) return MEMORY;
    if (setjmp(s->stop)) return MEMORY;
    for (i64 i = 0; i < e->n; i++) {
        if (e->found[i] == OPEN) {
            int known = decided(s, e->target[i], e->budget);
            if (known == OPEN && joined(s, e->target[i], e->budget)) known = YES;
            e->found[i] = known == OPEN ? code : known;
        }
        found[i] = e->found[i], lowers[i] = s->lower[e->target[i]];
    }
    free_each(e);
    s->each = NULL;
    return YES;
}

API i64 clamp_version(void) { return 2; }

API i64 clamp_size(int what) { return what == 0 ? (i64)sizeof(Task) : what == 1 ? (i64)sizeof(Relaxation) : (i64)sizeof(Alikes); }
