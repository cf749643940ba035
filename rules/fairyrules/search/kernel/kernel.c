/* The tree of the search, in C. It knows no game: where pieces go, what attacks a cell, what a part of a position mixes
 * into its key and what anything is worth are tables that `flatten.py` and `rows.py` read off a sheet's own. What they
 * hand over is described in `layout.py`, shape by shape. `tree.py` calls it. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint8_t u8;

enum { CELLS = 1024, NO_ORIGIN = CELLS - 1, KINDS = 32, CODES = 64, PLIES = 192, ROOM = 1 << 18, NOWHERE = -1 };
enum { MOST_HELD = 128, PHASES = 16, QUESTION = 12, ANY = 1 << 20 };
enum { TRAVEL, LONG, DROP, PASSING, CASTLING };             /* types of moves */
enum { REACH, ATTACKS, DANGERS, PASSERS, DROPS, ROWS };     /* tables whose rows are made when first asked for */
enum { QUIET = 1, TAKE = 2, BEHIND = 2, HURDLED = 16, ONCE = 32 };
enum { OPENS = 1, FILLS = 2, STRIKES = 4 };                 /* what a cell is to the King a row of lines leads to */
enum { EXACT, AT_LEAST, AT_MOST };                          /* bounds */
enum { MATE = 1000000, WON = MATE - 1000, INFINITE = MATE + 1 };
/* As in ../tree.py, which says what each is for. */
enum { MOST_CAPTURES = 10, HOPELESS = 130, AHEAD = 85, CUT_SHORT = 3 };
enum { FUTILE = 140, REDUCED_FROM = 3, LATE = 6, FEW = 2 };

typedef struct { u64 key, tally[2]; i32 value; } Share;
typedef struct { i32 count, cell[2], code[2]; } Pieces;
typedef struct { u64 key; i32 cell, victim; } Passed;
typedef struct { u64 bits; i32 most, stride, lacks, last, plan; u64 keeps, carried, carried_to; Passed passed; } Mark;
typedef struct { u64 move, right; Pieces from, to; i32 safe, between, path, cells[56]; } Plan;
typedef struct { i32 most_nodes, look_every, past; u64 *keys; u8 *checks; } Question;
typedef struct { u64 moves[PLIES + 4]; i32 count; } Line;
typedef struct { u32 lock, move; i32 score; int8_t depth; u8 bound, age, unused; } Entry;

typedef struct {
    i32 size, heads, codes, stride, kinds, questions, fifty, perpetual, stalemate, forgets, plans[2];
    i32 tempo, full[2], most, sign, pressed_from, pressed_span, exchanged;
    u64 side_key, pawns, royals, mating, mask;
    const u64 *right_keys, (*sets)[4];
    const Share *shares, *held_shares;
    const i32 *worth, *safety, *cornered, *near, *held, *holder;
    const Mark *marks;
    const Plan *plan[2];
    const i32 *(*row)(i32 what, i32 side, i32 phase, i32 code, i32 cell);
    i32 (*stop)(void);
} Tables;

typedef struct {
    u64 key, rights, tally[2];
    Passed passed;
    i32 ply, turn, advanced, forgot, total, checked, king[2], phase[2], taken;
    u8 reserve[3][KINDS];
    Pieces gone, come;                                      /* by the move that led here */
} State;

typedef struct {
    Line line[PLIES + 4];
    i32 nodes, stopped, top, lacking, age, count[2], list[2][CELLS], place[CELLS];
    Question asked;
    Tables t;
    u8 board[CELLS];
    State state[PLIES + 4];
    u64 now, stamp[CELLS], moves[ROOM];
    i32 history[CODES * CELLS], ranks[ROOM];
    u32 killers[PLIES + 4][2];
    const i32 **rows;
    Entry table[];
} Kernel;

#define SIDE_OF(code) (((code) & 1) ^ 1)
#define IN(mask, code) ((mask) >> (code) & 1)
/* A move: bits 0-10, 11-21, 22-27, 28-30; those above tell its mark, and comparing leaves them out. */
#define TARGET(move) ((i32)((move) & 2047))
#define ORIGIN(move) ((i32)((move) >> 11 & 2047))
#define BECOMES(move) ((i32)((move) >> 22 & 63))
#define TYPE(move) ((i32)((move) >> 28 & 7))
#define TAKEN_AT(s, move) (TYPE(move) == PASSING ? (s)->passed.victim : TARGET(move))
/* A step of a path: its cell, the number of its mark or sets, whether it is special, the steps behind it. */
#define CELL(step) ((step) & 1023)
#define NUMBER(step) ((step) >> 10 & 8191)
#define SPECIAL(step) ((step) & 1 << 23)
#define REST(step) ((step) >> 24)

static i32 least(i32 a, i32 b) { return a < b ? a : b; }
static i32 most(i32 a, i32 b) { return a > b ? a : b; }
static i32 floored(i32 a, i32 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
/* The score of an end so many plies nearer; of anything else as it is. */
static i32 nearer(i32 score, i32 plies) { return score >= WON ? score + plies : score <= -WON ? score - plies : score; }

/* A row takes milliseconds to make on a large board, so each asks whether to stop. */
static inline const i32 *row(Kernel *k, i32 what, i32 side, i32 phase, i32 code, i32 cell) {
    const i32 **found = k->rows + ((what * 2 + side) * PHASES + phase) * k->t.stride + code * k->t.size + cell;
    if (*found) return *found;
    k->stopped |= k->t.stop();
    return *found = k->t.row(what, side, phase, code, cell);
}

/* Whether a piece attacks the cell of the lines. A special step is that cell itself: a hurdle, whoever stands there. */
static int attacked(const Kernel *k, const i32 *lines) {
    const i32 *at = lines + k->t.heads + 2, *leaps = at + at[-2], *end = leaps + at[-1];
    i32 hurdle = 0;
    for (; at < leaps; at++) if (IN(k->t.sets[NUMBER(*at)][0], k->board[CELL(*at)])) return 1;
    for (; at < end; at++) {
        i32 step = *at, piece = k->board[CELL(step)];
        if (piece | SPECIAL(step)) {
            const u64 *sets = k->t.sets[NUMBER(step)];
            if (IN(sets[hurdle], piece)) return 1;
            hurdle = !hurdle && IN(sets[2], piece);
            if (!hurdle) at += REST(step);
        }
        if (!REST(step)) hurdle = 0;
    }
    return 0;
}

/* Moving pieces. The state takes along what they add to it; there is none when a move is taken back. */
static inline void count_in(State *s, const Share *share, i32 sign) {
    s->key ^= share->key;
    s->total += sign * share->value;
    for (i32 side = 0; side < 2; side++) s->tally[side] += (u64)sign * share->tally[side];
}

static inline void stand(Kernel *k, State *s, i32 cell, i32 code, i32 place) {
    k->list[SIDE_OF(code)][k->place[cell] = place] = cell;
    k->board[cell] = (u8)code;
    if (!s) return;
    count_in(s, &k->t.shares[code * k->t.size + cell], 1);
    if (IN(k->t.royals, code)) s->king[SIDE_OF(code)] = cell;
}

static inline i32 leave(Kernel *k, State *s, i32 cell) {
    i32 code = k->board[cell];
    k->board[cell] = 0;
    if (s) count_in(s, &k->t.shares[code * k->t.size + cell], -1);
    return code;
}

static inline void put(Kernel *k, State *s, i32 cell, i32 code) { stand(k, s, cell, code, k->count[SIDE_OF(code)]++); }
static inline void lift(Kernel *k, State *s, i32 cell) {
    i32 side = SIDE_OF(leave(k, s, cell)), last = k->list[side][--k->count[side]];
    k->list[side][k->place[last] = k->place[cell]] = last;
}

/* Whoever stays the same keeps their place in the list, so that making and taking back are one. */
static inline void move_pieces(Kernel *k, State *s, const Pieces *from, const Pieces *to) {
    i32 same = from->code[0] == to->code[0] && from->count + to->count < 4;
    for (i32 i = same; i < from->count; i++) lift(k, s, from->cell[i]);
    if (same) stand(k, s, to->cell[0], leave(k, s, from->cell[0]), k->place[from->cell[0]]);
    for (i32 i = same; i < to->count; i++) put(k, s, to->cell[i], to->code[i]);
}
static void unmake(Kernel *k, const State *n) { move_pieces(k, NULL, &n->come, &n->gone); }

static void hold(Kernel *k, State *s, i32 holder, i32 kind, i32 more) {
    if (holder == NOWHERE) return;
    const Share *shares = &k->t.held_shares[(holder * k->t.kinds + kind) * MOST_HELD + s->reserve[holder][kind]];
    count_in(s, shares, -1);
    count_in(s, shares + more, 1);
    s->reserve[holder][kind] = (u8)(s->reserve[holder][kind] + more);
}

static void set_phases(const Kernel *k, State *s) {
    s->phase[0] = s->phase[1] = 0;
    for (i32 i = 0; i < 2 * k->t.questions; i++)
        s->phase[i & 1] |= (i32)(s->tally[i & 1] >> (QUESTION * (i / 2 + 1) - 1) & 1) << i / 2;
}

/* The next state: the other side is to move, and nothing else has changed. */
static State *pass(const Kernel *k, State *s) {
    State *n = s + 1;
    memcpy(n, s, offsetof(State, gone));
    n->ply++;
    n->turn = 1 - s->turn;
    n->key ^= k->t.side_key ^ s->passed.key;
    n->passed = k->t.marks[0].passed;
    return n;
}

/* Whether the move led to an attack on a King: the mover's own by `DANGERS`, the other's by `ATTACKS`. Most moves
 * neither open nor fill a line to it, and then nothing needs a look. */
static int strikes(Kernel *k, const State *s, u64 move, i32 what) {
    const State *n = s + 1;
    i32 side = what == DANGERS ? n->turn : s->turn, king = n->king[1 - side], type = TYPE(move);
    const i32 *lines = row(k, what, side, n->phase[side], 0, king);
    const u8 *seen = (const u8 *)lines;
    int looks = type > DROP || king != s->king[1 - side] || n->phase[side] != s->phase[side] ||
                (type != DROP && seen[ORIGIN(move)] & OPENS) ||
                (what == DANGERS ? s->checked || seen[TARGET(move)] & FILLS : seen[TARGET(move)] & (FILLS | STRIKES));
    return looks && attacked(k, lines);
}

static int answers(Kernel *k, State *s);
/* Plays the move from the state to the next; 0, with nothing changed, if it is not legal. `look`: whether what comes
 * after asks if it gives check; otherwise it counts as one. */
static int make(Kernel *k, State *s, u64 move, int look) {
    State *n = pass(k, s);
    i32 side = s->turn, type = TYPE(move), becomes = BECOMES(move);
    const Mark *mark = &k->t.marks[move >> 32];
    n->taken = type == CASTLING ? 0 : k->board[TAKEN_AT(s, move)];
    if (type == CASTLING) {
        n->gone = k->t.plan[side][mark->plan].from;
        n->come = k->t.plan[side][mark->plan].to;
    } else {
        i32 cell = TAKEN_AT(s, move), code = k->board[ORIGIN(move)], taken = n->taken;
        n->gone = (Pieces){(type != DROP) + (taken != 0), {ORIGIN(move), cell}, {code, taken}};
        n->come = (Pieces){1, {TARGET(move)}, {becomes ? becomes : code}};
        if (type == DROP) hold(k, n, side, k->t.held[becomes], -1);
        if (taken) hold(k, n, k->t.holder[side * k->t.size + cell], k->t.held[taken], 1);
        if (taken && k->t.forgets) n->forgot = n->ply;
        if (taken || IN(k->t.pawns, code)) n->advanced = n->ply;
    }
    move_pieces(k, n, &n->gone, &n->come);
    n->rights = (s->rights & mark->keeps) | (s->rights & mark->carried ? mark->carried_to : 0);
    for (u64 lost = n->rights ^ s->rights, i = 0; lost >> i; i++) n->key ^= IN(lost, i) ? k->t.right_keys[i] : 0;
    n->passed = mark->passed;
    n->key ^= mark->passed.key;
    if (n->tally[0] != s->tally[0] || n->tally[1] != s->tally[1]) set_phases(k, n);
    int legal = !strikes(k, s, move, DANGERS);
    n->checked = !legal || !(look || type == DROP) || strikes(k, s, move, ATTACKS);
    if (legal && type == DROP && n->checked && !IN(k->t.mating, becomes)) legal = answers(k, n);
    if (!legal) unmake(k, n);
    return legal;
}

static inline void add(Kernel *k, u64 move) { k->moves[k->top++] = move; }

/* The moves that a step makes: the marks that begin with its own. Bent paths meet, and a cell counts once. */
static inline void emit(Kernel *k, i32 origin, i32 step) {
    i32 cell = CELL(step);
    if (k->stamp[cell] == k->now) return;
    k->stamp[cell] = k->now;
    for (const Mark *mark = &k->t.marks[NUMBER(step)];; mark++) {
        i32 there = 0, at = cell % mark->stride;
        for (; mark->most != ANY && at < k->t.size; at += mark->stride) there += k->board[at] == BECOMES(mark->bits);
        if (there < mark->most) add(k, mark->bits | (u64)origin << 11 | (u64)cell);
        if (mark->lacks) k->lacking = 1;
        if (mark->last) return;
    }
}

/* The moves of a row of the side's ways, of these modes. A way has modes before its hurdle and behind it, or only the
 * latter if it needs none; with `ONCE` it ends one step behind. Nobody lands on a special step. */
static void follow(Kernel *k, i32 side, i32 origin, const i32 *at, i32 modes) {
    const i32 *last = at + 1 + at[0];
    k->now++;
    for (at++; at < last;) {
        i32 way = at[0], begins = way & HURDLED ? 0 : BEHIND, behind = begins, may = way & (modes | modes << BEHIND);
        u64 shunned = k->t.sets[at[1]][0];
        const i32 *end = at + 3 + at[2];
        for (at = may ? at + 3 : end; at < end; at++) {
            i32 step = *at, piece = k->board[CELL(step)], mode = !piece ? QUIET : SIDE_OF(piece) != side ? TAKE : 0;
            i32 shuns = piece && IN(shunned, piece), ends = shuns || (behind && (piece || way & ONCE));
            if (may >> behind & mode && !shuns && !SPECIAL(step)) emit(k, origin, step);
            if (piece) behind = BEHIND;
            if (ends) at += REST(step);
            if (ends || !REST(step)) behind = begins;
        }
    }
}

static int may_castle(Kernel *k, const State *s, const Plan *plan) {
    i32 other = 1 - s->turn, king = plan->from.cell[0], code = plan->from.code[0], safe = 1;
    if (!(s->rights & plan->right) || k->board[king] != code || (plan->safe && s->checked)) return 0;
    for (i32 i = 0; i < plan->between; i++) if (k->board[plan->cells[i]]) return 0;
    k->board[king] = 0;
    for (i32 i = 0; safe && i < plan->path; i++)
        safe = !attacked(k, row(k, DANGERS, other, s->phase[other], 0, plan->cells[plan->between + i]));
    k->board[king] = (u8)code;
    return safe;
}

/* In what order moves are tried. Nobody stands at the origin of a drop. */
static i32 rank(const Kernel *k, const State *s, u64 move, u32 known) {
    i32 taken = TYPE(move) == CASTLING ? 0 : k->board[TAKEN_AT(s, move)], becomes = BECOMES(move);
    i32 mover = k->board[ORIGIN(move)], lost = k->t.worth[mover];
    if ((u32)move == known) return 1 << 30;
    if (taken || (mover && becomes))
        return (1 << 28) + 16 * (k->t.worth[taken] + (becomes ? k->t.worth[becomes] - lost : 0)) - (taken ? lost : 0);
    if ((u32)move == k->killers[s->ply][0]) return (1 << 27) + 1;
    if ((u32)move == k->killers[s->ply][1]) return 1 << 27;
    return k->history[(mover ? mover : becomes) * k->t.size + TARGET(move)];
}

/* Adds all moves, legal or not, and their ranks; whether the tables lack one. */
static i32 generate(Kernel *k, const State *s, i32 modes, u32 known) {
    i32 side = s->turn, phase = s->phase[side], begin = k->top, passed = s->passed.cell;
    if (k->top > ROOM - (1 << 14)) return 1;
    k->lacking = 0;
    for (i32 i = 0; i < k->count[side] && !k->stopped; i++) {
        i32 cell = k->list[side][i];
        follow(k, side, cell, row(k, REACH, side, phase, k->board[cell], cell), modes);
    }
    const i32 *passer = passed == NOWHERE || k->board[passed] ? NULL : row(k, PASSERS, side, phase, 0, passed);
    for (i32 i = passer ? *passer++ : 0; i--; passer += 2)
        if (k->board[passer[1]] == passer[0]) add(k, (u64)PASSING << 28 | (u64)passer[1] << 11 | (u64)passed);
    for (i32 i = 0; modes & QUIET && s->rights && i < k->t.plans[side]; i++)
        if (may_castle(k, s, &k->t.plan[side][i])) add(k, k->t.plan[side][i].move);
    for (i32 kind = 0; modes & QUIET && kind < k->t.kinds; kind++)
        if (s->reserve[side][kind]) follow(k, side, NO_ORIGIN, row(k, DROPS, side, 0, 0, kind), modes);
    for (i32 i = begin; i < k->top; i++) k->ranks[i] = rank(k, s, k->moves[i], known);
    return k->lacking;
}

static int answers(Kernel *k, State *s) {
    i32 begin = k->top, found = generate(k, s, QUIET | TAKE, 0);
    for (i32 i = begin; i < k->top && !found; i++) {
        found = make(k, s, k->moves[i], 0);
        if (found) unmake(k, s + 1);
    }
    k->top = begin;
    return found;
}

/* The same numbers as `Values.judged`. */
static i32 judged(const Kernel *k, const State *s) {
    i32 total = s->total;
    for (i32 side = 0; side < 2; side++) {
        i32 left = least(k->count[1 - side], k->t.full[1 - side]);
        total += k->t.safety[(side * (k->t.most + 1) + left) * k->t.size + s->king[side]];
    }
    i32 weak = total > 0, lead = abs(total) - k->t.pressed_from;
    if (lead > 0 && k->t.sign > 0) {
        i32 king = s->king[weak], near = k->t.cornered[king];
        i32 full = k->t.full[weak], gone = most(0, full - k->count[weak]);
        for (i32 i = 0; i < k->count[1 - weak]; i++) near += k->t.near[king * k->t.size + k->list[1 - weak][i]];
        i32 pressed = floored(near * gone, full) + k->t.exchanged * gone;
        pressed = floored(pressed * least(lead, k->t.pressed_span), k->t.pressed_span);
        total += weak ? pressed : -pressed;
    }
    return k->t.tempo + (s->turn ? -total : total);
}

/* Whether it is one too many, or somebody wants the answer. */
static int count_node(Kernel *k, i32 ply) {
    k->line[ply].count = 0;
    k->nodes++;
    return k->stopped |= k->nodes > k->asked.most_nodes || (k->nodes % k->asked.look_every == 0 && k->t.stop());
}

/* As what the position counts if it stood before, on the line or twice in the game; otherwise `INFINITE`. */
static i32 repeated(const Kernel *k, const State *s) {
    u64 *key = k->asked.keys + k->asked.past + s->ply - 1;
    u8 *check = k->asked.checks + k->asked.past + s->ply - 1;
    i32 last = 0, before = 0, checks[2] = {s->checked, 1};
    *key = s->key;
    *check = (u8)s->checked;
    for (i32 back = 1; before < 2; back++) {
        if (back > s->ply - s->forgot) return INFINITE;
        if (key[-back] != s->key) continue;
        if (!last) last = back;
        before += back <= s->ply ? 2 : 1;
    }
    for (i32 i = 1; i < last; i++) checks[i & 1] &= check[-i];
    return k->t.perpetual * (checks[0] - checks[1]) * (MATE - s->ply);
}

/* Whether who is to move loses by having no move, where few pieces are left them and that is likely. */
static int stuck(Kernel *k, State *s) {
    return k->t.stalemate < 0 && !s->checked && k->count[s->turn] <= FEW && !answers(k, s);
}

static u64 next(Kernel *k, i32 at, i32 end) {
    i32 best = at;
    for (i32 i = at + 1; i < end; i++) if (k->ranks[i] > k->ranks[best]) best = i;
    u64 move = k->moves[best];
    /* Those alike stay in their order, so that the answer hangs on nothing else. */
    memmove(k->moves + at + 1, k->moves + at, (size_t)(best - at) * sizeof *k->moves);
    memmove(k->ranks + at + 1, k->ranks + at, (size_t)(best - at) * sizeof *k->ranks);
    return move;
}

static i32 quiet(Kernel *k, State *s, i32 alpha, i32 beta, i32 taken) {
    State *n = s + 1;
    count_node(k, s->ply);
    if (stuck(k, s)) return s->ply - MATE;
    i32 here = judged(k, s), best = here, begin = k->top;
    if (k->stopped || best >= beta || taken >= MOST_CAPTURES || s->ply >= PLIES) return best;
    generate(k, s, TAKE, 0);
    for (i32 i = begin, end = k->top; i < end && best < beta && !k->stopped; i++) {
        u64 move = next(k, i, end);
        alpha = most(alpha, best);
        i32 mover = k->t.worth[k->board[ORIGIN(move)]], gain = k->t.worth[k->board[TAKEN_AT(s, move)]];
        i32 changes = BECOMES(move), hopeless = !changes && here + gain + HOPELESS <= alpha;
        if (hopeless || !make(k, s, move, 0)) continue;
        int loses = !changes && mover > gain + 50 &&
                    attacked(k, row(k, ATTACKS, n->turn, n->phase[n->turn], 0, TARGET(move)));
        if (!loses) best = most(best, -quiet(k, n, -beta, -alpha, taken + 1));
        unmake(k, n);
    }
    k->top = begin;
    return best;
}

static void refuted(Kernel *k, u64 move, i32 code, i32 depth, u32 *killers) {
    i32 *often = &k->history[code * k->t.size + TARGET(move)];
    if ((u32)move != killers[0]) killers[1] = killers[0];
    killers[0] = (u32)move;
    if (*often < 1 << 26) *often += depth * depth;
}

static i32 search(Kernel *k, State *s, i32 depth, i32 alpha, i32 beta, int may_pass) {
    State *n = s + 1;
    i32 check = s->checked, ply = s->ply;
    depth += check;
    if (depth <= 0) return quiet(k, s, alpha, beta, 0);
    if (count_node(k, ply)) return 0;
    i32 score = repeated(k, s);
    if (score < INFINITE) return score;
    if (k->t.fifty && ply - s->advanced >= 100 && answers(k, s)) return 0;
    i32 here = judged(k, s);
    if (ply >= PLIES) return here;
    alpha = most(alpha, ply - MATE);
    beta = least(beta, MATE - ply - 1);
    if (alpha >= beta) return alpha;
    int exact = beta - alpha > 1;
    Entry *entry = &k->table[s->key & k->t.mask];
    u32 lock = (u32)(s->key >> 28), known = entry->lock == lock ? entry->move : 0;
    if (entry->lock == lock && entry->depth >= depth && !exact) {
        score = nearer(entry->score, -ply);
        if (entry->bound == EXACT || (entry->bound == AT_LEAST ? score >= beta : score <= alpha)) return score;
    }
    int cuts = !exact && !check && beta > -WON;
    if (cuts && depth <= CUT_SHORT && here - AHEAD * depth >= beta) return here;
    if (cuts && may_pass && depth >= 2 && here >= beta && IN(s->tally[s->turn], 5 * QUESTION - 1)) {
        score = -search(k, pass(k, s), depth - 3 - depth / 4, -beta, -beta + 1, 0);
        if (k->stopped || score >= beta) return score >= WON ? beta : score;
    }
    if (!known && depth >= 4) depth--;
    i32 begin = k->top, lacking = generate(k, s, QUIET | TAKE, known), best = -INFINITE, tried = 0, calm_ones = 0;
    Line *line = &k->line[ply];
    for (i32 i = begin, end = k->top; i < end && alpha < beta; i++) {
        u64 move = next(k, i, end);
        if (!make(k, s, move, 1)) continue;
        int calm = !n->taken && (TYPE(move) == DROP || !BECOMES(move));
        int dull = calm && !n->checked && !stuck(k, n);
        calm_ones += dull;
        int late = calm_ones > LATE + 8 * depth || (depth < REDUCED_FROM && here + FUTILE * depth <= alpha);
        if (dull && late && !exact && !check && best > -WON && depth <= REDUCED_FROM) {
            unmake(k, n);
            continue;
        }
        tried++;
        i32 less = dull && !check && depth >= REDUCED_FROM && tried > REDUCED_FROM;
        if (less) less += (tried > 8) + (tried > 20 && depth > 5) - exact;
        if (tried > 1) score = -search(k, n, depth - 1 - less, -alpha - 1, -alpha, 1);
        if (less > 0 && score > alpha && !k->stopped) score = -search(k, n, depth - 1, -alpha - 1, -alpha, 1);
        if (tried == 1 || (exact && score > alpha && !k->stopped)) score = -search(k, n, depth - 1, -beta, -alpha, 1);
        unmake(k, n);
        if (k->stopped) break;
        best = most(best, score);
        if (score <= alpha) continue;
        alpha = score;
        line->moves[0] = move;
        line->count = line[1].count + 1;
        memcpy(line->moves + 1, line[1].moves, sizeof *line->moves * (size_t)line[1].count);
        if (calm && score >= beta) refuted(k, move, n->come.code[0], depth, k->killers[s->ply]);
    }
    k->top = begin;
    if (k->stopped) return 0;
    if (!tried) return lacking ? here : check ? ply - MATE : k->t.stalemate * (MATE - ply);
    if (entry->lock != lock && entry->age == k->age && entry->depth > depth + 2) return best;
    i32 bound = best >= beta ? AT_LEAST : line->count ? EXACT : AT_MOST;
    u32 move = line->count ? (u32)line->moves[0] : entry->lock == lock ? entry->move : 0;
    *entry = (Entry){lock, move, nearer(best, ply), (int8_t)depth, (u8)bound, (u8)k->age, 0};
    return best;
}

/* What `tree.py` calls. The CRC of this file: an older build is not used. */
u32 kernel_source(void) { return SOURCE; }

Kernel *kernel_new(const Tables *tables) {
    size_t entries = tables->mask + 1, rows = (size_t)ROWS * 2 * PHASES * (size_t)tables->stride;
    Kernel *k = calloc(1, sizeof *k + entries * sizeof *k->table + rows * sizeof *k->rows);
    k->t = *tables;
    k->rows = (const i32 **)(k->table + entries);
    return k;
}
void kernel_free(Kernel *k) { free(k); }

/* Before a new question: what was learned counts less. */
void kernel_begin(Kernel *k, const Question *asked) {
    k->asked = *asked;
    k->nodes = k->stopped = 0;
    k->age = (k->age + 1) & 127;
    memset(k->killers, 0, sizeof k->killers);
    for (i32 i = 0; i < k->t.codes * k->t.size; i++) k->history[i] >>= 3;
}

/* Sets the position after the root's move, as state 1; `given` lacks what the pieces on the board add to it. */
void kernel_load(Kernel *k, const State *given, const u8 *board) {
    State *s = &k->state[1];
    *s = *given;
    memset(k->board, 0, sizeof k->board);
    k->count[0] = k->count[1] = k->top = 0;
    for (i32 cell = 0; cell < k->t.size; cell++) if (board[cell]) put(k, s, cell, board[cell]);
    s->key = given->key;
    set_phases(k, s);
}

/* The score of that position for the side to move; the moves it expects are `line[1]`. */
i32 kernel_search(Kernel *k, i32 depth, i32 alpha, i32 beta) { return search(k, &k->state[1], depth, alpha, beta, 1); }
