/* The tree of the search, in C. It knows no game: where pieces go, what attacks a cell, what a part of a position mixes
 * into its key and what anything is worth are tables that `flatten.py` reads off a sheet's own. `tree.py` calls it.
 *
 * A cell is its index, a piece its code, as everywhere in fairyrules. A move is a number: target in bits 0-10, origin in
 * 11-21, the code it becomes (or that is dropped) in 22-27, its type in 28-30; above these the mark or plan it was made
 * from, which comparing leaves out. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef int32_t i32;
typedef uint8_t u8;
enum { CELLS = 1024, NO_ORIGIN = CELLS - 1, KINDS = 32, CODES = 64, PLIES = 192, ROOM = 1 << 18, MOST_HELD = 128, NOWHERE = -1 };
enum { LEAP, SLIDE, CANNON, HOP, HOP_BEHIND };              /* ways */
enum { TRAVEL, LONG, PASSING, DROP, CASTLING };             /* types of moves */
enum { QUIET = 1, TAKE = 2, NO_LANDING = 1 << 30 };
enum { OPENS = 1, FILLS = 2, ATTACKS = 4 };                 /* what a cell is to the King a line leads to */
enum { EXACT, AT_LEAST, AT_MOST };                          /* bounds */
enum { MATE = 1000000, WON = MATE - 1000, INFINITE = MATE + 1 };

/* As in ../tree.py, which says what each is for. */
enum { MOST_CAPTURES = 10, HOPELESS = 130, AHEAD = 85, CUT_SHORT = 3, FUTILE = 140, REDUCED_FROM = 3, LATE = 6, FEW = 2 };

typedef struct { u64 key; i32 passed, changes, forced, lacks, count; u8 becomes[KINDS], most[KINDS]; } Mark;
typedef struct { i32 held, count; u64 codes[2]; u64 kinds; const u8 *cells[2]; } Condition;
typedef struct { i32 side, king_code, partner_code, homes, home[8]; const int8_t *wing; } Family;
typedef struct {
    i32 side, king_code, partner_code, king, partner, king_target, partner_target, safe, between, path;
    i32 cells[56];                                          /* those between, then those of the path */
} Plan;
typedef struct { i32 kind, code[2], most_a_file, mates, cells[2]; const i32 *cell[2]; } Dropped;

typedef struct {
    i32 size, files, codes, kinds, fifty, perpetual, stalemate, may_pass, forgets, conditions, families, plans, drops;
    i32 tempo, full[2], sign, pressed_from, pressed_span, exchanged, close, longest;
    u64 side_key, phase_codes, pawns, royals;
    const u64 *piece_keys, *hand_keys, *right_keys;         /* code x cell; holder x kind x count; right */
    const i32 *values, *worth, *hand, *shelter, *roaming, *cornered; /* code x cell; code; kind; side x cell; cell */
    const u8 *held, *watch;                                 /* code; cell */
    const int8_t *holder, *right_of;                        /* side x cell; cell */
    const Mark *marks;
    const Condition *condition;
    const Family *family;
    const Plan *plan;
    const Dropped *dropped;
    const i32 *(*reach)(i32 side, i32 phase, i32 code, i32 cell);
    const u64 *(*lines)(i32 facing, i32 side, i32 phase, i32 cell);
    const i32 *(*passers)(i32 side, i32 phase, i32 cell);
    i32 (*stop)(void);
} Tables;

typedef struct {
    u64 key, rights, passed_key;
    i32 turn, halfmove, since, total, passed, victim, king[2], phase[2], checked;
    i32 mover, taken, taken_cell;                           /* codes, and where: of the move that led here */
    u8 reserve[3][KINDS];
} State;
typedef struct { uint32_t check, move; i32 score; int8_t depth; u8 bound, age, unused; } Entry;
typedef struct {
    Tables t;
    u8 board[CELLS];
    i32 list[2][CELLS], place[CELLS], count[2];
    State state[PLIES + 4];
    u64 *moves; i32 *ranks;
    u64 now; u64 *stamp;
    i32 top, lacking, stopped, age, most_nodes, nodes, look_every;
    uint32_t killers[PLIES + 4][2];
    i32 *history;
    u64 pv[PLIES + 4][PLIES + 4]; i32 pv_count[PLIES + 4];
    Entry *table; u64 mask;
    const i32 **reach[2][16]; const u64 **lines[2][2][16]; const i32 **passers[2][16];
    const u64 *past_keys; const u8 *past_checks; i32 past;  /* the game before: oldest first, the root last */
} Kernel;

#define SIDE_OF(code) (((code) & 1) ^ 1)
#define IN(mask, code) ((mask) >> (code) & 1)
#define TARGET(move) ((i32)((move) & 2047))
#define ORIGIN(move) ((i32)((move) >> 11 & 2047))
#define BECOMES(move) ((i32)((move) >> 22 & 63))
#define TYPE(move) ((i32)((move) >> 28 & 7))
#define PART(move) ((i32)((move) >> 32))
#define PLAIN(move) ((uint32_t)(move))
#define MOVE(type, origin, target, becomes, part) \
    ((u64)(part) << 32 | (u64)(type) << 28 | (u64)(becomes) << 22 | (u64)(origin) << 11 | (u64)(target))

/* Tables that are made when first asked for: a row takes milliseconds on a large board, so each asks whether to stop. */

static const void *made(Kernel *k, const void *row) {
    k->stopped |= k->t.stop();
    return row;
}

static const i32 *reach_of(Kernel *k, i32 side, i32 phase, i32 code, i32 cell) {
    const i32 ***table = &k->reach[side][phase];
    if (!*table) *table = calloc((size_t)k->t.codes * k->t.size, sizeof **table);
    const i32 **found = &(*table)[code * k->t.size + cell];
    return *found ? *found : (*found = made(k, k->t.reach(side, phase, code, cell)));
}

static const u64 *lines_into(Kernel *k, i32 facing, i32 side, i32 phase, i32 cell) {
    const u64 ***table = &k->lines[facing][side][phase];
    if (!*table) *table = calloc(k->t.size, sizeof **table);
    return (*table)[cell] ? (*table)[cell] : ((*table)[cell] = made(k, k->t.lines(facing, side, phase, cell)));
}

static const i32 *passers_of(Kernel *k, i32 side, i32 phase, i32 cell) {
    const i32 ***table = &k->passers[side][phase];
    if (!*table) *table = calloc(k->t.size, sizeof **table);
    return (*table)[cell] ? (*table)[cell] : ((*table)[cell] = made(k, k->t.passers(side, phase, cell)));
}

/* Attacks */

static const u64 *lines_after(Kernel *k, const u64 *lines) { return lines + (k->t.size + 7) / 8; }

/* Whether a piece attacks the cell of the lines; the same walk as `lines.attacked`. */
static int attacked(Kernel *k, const u64 *lines) {
    const u8 *board = k->board;
    const u64 *at = lines_after(k, lines);
    for (u64 left = *at++; left--; at += 2)
        if (IN(at[1], board[at[0]])) return 1;
    for (u64 left = *at++; left--;) {
        const u64 *end = at + 1 + 2 * at[0];
        for (at++; at < end; at += 2) {
            i32 piece = board[at[0]];
            if (piece) { if (IN(at[1], piece)) return 1; break; }
        }
        at = end;
    }
    for (u64 left = *at++; left--;) {
        const u64 *end = at + 1 + 3 * at[0];
        int hurdle = 0;
        for (at++; at < end; at += 3) {
            i32 piece = board[at[0]];
            if (!piece) continue;
            if (hurdle) { if (IN(at[2], piece)) return 1; break; }
            if (IN(at[1], piece)) return 1;
            hurdle = 1;
        }
        at = end;
    }
    for (u64 left = *at++; left--;) {   /* attackers, where, lowest, highest, place of the cell, shunned, between ... */
        const u64 *end = at + 7 + at[6];
        if (IN(at[0], board[at[1]])) {
            i32 standing = 0; u64 where = 0;
            for (u64 i = 0; i < at[6]; i++) if (board[at[7 + i]] || i == at[4]) { standing++; where = i; }
            if (standing == 1 && where >= at[2] && where <= at[3] && !IN(at[5], board[at[7 + where]])) return 1;
        }
        at = end;
    }
    return 0;
}

static int danger(Kernel *k, const State *s, i32 side, i32 cell) {
    return attacked(k, lines_into(k, 1, 1 - side, s->phase[1 - side], cell));
}

/* Making moves */

static inline void lift(Kernel *k, i32 cell) {
    i32 side = SIDE_OF(k->board[cell]), last = k->list[side][--k->count[side]];
    k->list[side][k->place[last] = k->place[cell]] = last;
    k->board[cell] = 0;
}

static inline void put(Kernel *k, i32 cell, i32 code) {
    i32 side = SIDE_OF(code);
    k->list[side][k->place[cell] = k->count[side]++] = cell;
    k->board[cell] = (u8)code;
}

static inline void go(Kernel *k, i32 origin, i32 target) {
    i32 code = k->board[origin];
    k->list[SIDE_OF(code)][k->place[target] = k->place[origin]] = target;
    k->board[origin] = 0;
    k->board[target] = (u8)code;
}

static inline void counted(Kernel *k, State *s, i32 code, i32 cell, i32 sign) {
    s->key ^= k->t.piece_keys[code * k->t.size + cell];
    s->total += sign * k->t.values[code * k->t.size + cell];
}

static void hold(Kernel *k, State *s, i32 holder, i32 kind, i32 more) {
    u8 *held = &s->reserve[holder][kind];
    const u64 *keys = k->t.hand_keys + (holder * k->t.kinds + kind) * MOST_HELD;
    s->key ^= keys[*held] ^ keys[*held + more];
    *held = (u8)(*held + more);
    if (holder < 2) s->total += (holder ? -1 : 1) * k->t.sign * more * k->t.hand[kind];
}

static i32 phase_of(Kernel *k, const State *s, i32 side) {
    i32 phase = 0;
    for (i32 i = 0; i < k->t.conditions; i++) {
        const Condition *each = &k->t.condition[i];
        i32 found = 0;
        if (each->held) {
            for (i32 kind = 0; kind < k->t.kinds; kind++)
                if (IN(each->kinds, kind)) found += s->reserve[0][kind] + s->reserve[1][kind] + s->reserve[2][kind];
        } else {
            for (i32 j = 0; j < k->count[side]; j++) {
                i32 cell = k->list[side][j];
                found += IN(each->codes[side], k->board[cell]) && each->cells[side][cell];
            }
        }
        phase |= (found >= each->count) << i;
    }
    return phase;
}

static i32 king_cell(Kernel *k, const Family *family) {
    for (i32 i = 0; i < family->homes; i++)
        if (k->board[family->home[i]] == family->king_code) return family->home[i];
    return NOWHERE;
}

/* The rights left once the pieces stand as they do; as `Castlings.rights_left`. */
static void leave_rights(Kernel *k, State *s, i32 from, i32 to, i32 partner_from, i32 partner_to) {
    u64 left = 0;
    i32 castled = partner_from != NOWHERE;
    for (i32 cell = 0; cell < k->t.size; cell++) {
        if (k->t.right_of[cell] < 0 || !IN(s->rights, k->t.right_of[cell])) continue;
        i32 here = cell == from ? to : cell == partner_from ? partner_to : cell, came = here == to || here == partner_to;
        for (i32 i = 0; i < k->t.families; i++) {
            const Family *each = &k->t.family[i];
            i32 wing = each->wing[cell];
            if (wing < 0 || k->board[here] != each->partner_code || (here == cell && came)) continue;
            if (here != cell && (castled || each->wing[here] != wing)) continue;
            i32 king = king_cell(k, each);
            if (king != NOWHERE && ((king != to && king != partner_to) || each->homes > 1))
                left |= 1ull << k->t.right_of[here];
        }
    }
    for (u64 changed = left ^ s->rights, i = 0; changed; changed >>= 1, i++)
        if (changed & 1) s->key ^= k->t.right_keys[i];
    s->rights = left;
}


static void unmake(Kernel *k, i32 ply, u64 move) {
    const State *after = &k->state[ply + 1];
    i32 target = TARGET(move);
    if (TYPE(move) == CASTLING) {
        const Plan *plan = &k->t.plan[PART(move)];
        lift(k, plan->king_target); lift(k, plan->partner_target);
        put(k, plan->king, plan->king_code); put(k, plan->partner, plan->partner_code);
    } else if (TYPE(move) == DROP) {
        lift(k, target);
    } else {
        if (BECOMES(move)) { lift(k, target); put(k, ORIGIN(move), after->mover); }
        else go(k, target, ORIGIN(move));
        if (after->taken) put(k, after->taken_cell, after->taken);
    }
}

static void castle(Kernel *k, State *n, const Plan *plan) {
    counted(k, n, plan->king_code, plan->king, -1); counted(k, n, plan->partner_code, plan->partner, -1);
    lift(k, plan->king); lift(k, plan->partner);
    put(k, plan->king_target, plan->king_code); put(k, plan->partner_target, plan->partner_code);
    counted(k, n, plan->king_code, plan->king_target, 1); counted(k, n, plan->partner_code, plan->partner_target, 1);
    if (IN(k->t.royals, plan->king_code)) n->king[plan->side] = plan->king_target;
    leave_rights(k, n, plan->king, plan->king_target, plan->partner, plan->partner_target);
}

static void travel(Kernel *k, const State *s, State *n, u64 move) {
    i32 side = s->turn, origin = ORIGIN(move), target = TARGET(move), code = k->board[origin];
    i32 becomes = BECOMES(move) ? BECOMES(move) : code, cell = TYPE(move) == PASSING ? s->victim : target;
    n->mover = code;
    n->taken = k->board[n->taken_cell = cell];
    if (n->taken) {
        i32 holder = k->t.holder[side * k->t.size + cell];
        counted(k, n, n->taken, cell, -1);
        lift(k, cell);
        if (holder >= 0) hold(k, n, holder, k->t.held[n->taken], 1);
        if (k->t.forgets) n->since = 0;
    }
    counted(k, n, code, origin, -1);
    if (becomes == code) go(k, origin, target);
    else { lift(k, origin); put(k, target, becomes); }
    counted(k, n, becomes, target, 1);
    if (n->taken || IN(k->t.pawns, code)) n->halfmove = 0;
    if (IN(k->t.royals, code)) n->king[side] = target;
    if (n->rights && (k->t.watch[origin] || k->t.watch[target])) leave_rights(k, n, origin, target, NOWHERE, NOWHERE);
    if (TYPE(move) == LONG) {
        const Mark *mark = &k->t.marks[PART(move)];
        n->passed = mark->passed; n->victim = target; n->passed_key = mark->key;
        n->key ^= mark->key;
    }
}

static int answers(Kernel *k, i32 ply);

/* Plays the move from state `ply` to the next; 0, with nothing changed, if it is not legal. `look`: whether what comes
 * after asks if it gives check. */
static int make(Kernel *k, i32 ply, u64 move, int look) {
    State *s = &k->state[ply], *n = s + 1;
    i32 side = s->turn, other = 1 - side, type = TYPE(move), target = TARGET(move), origin = ORIGIN(move);
    *n = *s;
    n->turn = other; n->key ^= k->t.side_key; n->halfmove++; n->since++; n->taken = 0;
    if (s->passed != NOWHERE) { n->key ^= s->passed_key; n->passed = NOWHERE; }
    if (type == CASTLING) castle(k, n, &k->t.plan[PART(move)]);
    else if (type == DROP) {
        put(k, target, BECOMES(move));
        counted(k, n, BECOMES(move), target, 1);
        hold(k, n, side, k->t.held[BECOMES(move)], -1);
    } else travel(k, s, n, move);
    if (k->t.conditions && (type > LONG || n->taken || IN(k->t.phase_codes, k->board[target]))) {
        n->phase[0] = phase_of(k, n, 0);
        n->phase[1] = phase_of(k, n, 1);
    }
    /* Most moves neither open nor fill a line to the own King, and then nothing needs a look. */
    const u64 *lines = lines_into(k, 1, other, n->phase[other], n->king[side]);
    const u8 *seen = (const u8 *)lines;
    int legal = 1, moved = type != DROP;
    if ((s->checked || type == PASSING || type == CASTLING || n->king[side] != s->king[side] ||
         n->phase[other] != s->phase[other] || (moved && seen[origin] & OPENS) || seen[target] & FILLS) &&
        attacked(k, lines))
        legal = 0;
    n->checked = 1;
    if (legal && (look || type == DROP)) {
        lines = lines_into(k, 0, side, n->phase[side], n->king[other]);
        seen = (const u8 *)lines;
        n->checked = (type == PASSING || type == CASTLING || n->phase[side] != s->phase[side] ||
                      (moved && seen[origin] & OPENS) || seen[target] & (FILLS | ATTACKS)) && attacked(k, lines);
        if (type == DROP && n->checked && !k->t.dropped[PART(move)].mates && !answers(k, ply + 1)) legal = 0;
    }
    if (!legal) unmake(k, ply, move);
    return legal;
}

/* Finding moves */

static inline void emit(Kernel *k, i32 origin, i32 node, i32 merge, i32 *count) {
    i32 cell = node & 2047, part = node >> 11 & 0x7ffff;
    u64 *out = k->moves + k->top + *count;
    if (merge) {
        if (k->stamp[cell] == k->now) return;
        k->stamp[cell] = k->now;
    }
    if (!part) { *out = MOVE(TRAVEL, origin, cell, 0, 0); ++*count; return; }
    const Mark *mark = &k->t.marks[part];
    if (!mark->changes) { *out = MOVE(LONG, origin, cell, 0, part); ++*count; return; }
    k->lacking |= mark->lacks;
    if (!mark->forced) { *out++ = MOVE(mark->passed < 0 ? TRAVEL : LONG, origin, cell, 0, part); ++*count; }
    for (i32 i = 0; i < mark->count; i++) {
        i32 code = mark->becomes[i] + 1 - (k->board[origin] & 1), there = 0;
        if (mark->most[i] < 255)
            for (i32 side = SIDE_OF(code), j = 0; j < k->count[side]; j++) there += k->board[k->list[side][j]] == code;
        if (there < mark->most[i]) { *out++ = MOVE(TRAVEL, origin, cell, code, 0); ++*count; }
    }
}

/* What the piece on the cell may do; `modes` leaves out quiet moves or captures. */
static void follow(Kernel *k, i32 phase, i32 cell, i32 modes, i32 *count) {
    const u8 *board = k->board;
    i32 code = board[cell], side = SIDE_OF(code);
    const i32 *at = reach_of(k, side, phase, code, cell);
    i32 merge = *at++;
    if (merge) k->now++;
    for (i32 ways = *at++; ways--;) {
        i32 tag = *at++, mode = *at++ & modes;
        u64 shunned = (u64)(uint32_t)at[0] | (u64)(uint32_t)at[1] << 32;
        const i32 *end = at + 3 + at[2];
        at += 3;
        if (!mode) { at = end; continue; }
        if (tag == LEAP) {
            for (; at < end; at++) {
                i32 piece = board[*at & 2047];
                if (piece ? mode & TAKE && SIDE_OF(piece) != side : mode & QUIET) emit(k, cell, *at, merge, count);
            }
            continue;
        }
        while (at < end) {
            const i32 *last = at + 1 + *at;
            int over = tag == SLIDE, behind = 0;
            for (at++; at < last; at++) {
                i32 piece = board[*at & 2047];
                if (tag == CANNON) {    /* moves before the first piece, takes the second */
                    if (!piece) { if (!over && mode & QUIET) emit(k, cell, *at, merge, count); continue; }
                    if (!over) { over = 1; continue; }
                    if (mode & TAKE && SIDE_OF(piece) != side) emit(k, cell, *at, merge, count);
                    break;
                }
                if (IN(shunned, piece)) break;
                if (!over) { over = piece != 0; behind = over && tag == HOP_BEHIND; continue; }
                int lands = !(*at & NO_LANDING);
                if (piece) {
                    if (lands && mode & TAKE && SIDE_OF(piece) != side) emit(k, cell, *at, merge, count);
                    break;
                }
                if (lands && mode & QUIET) emit(k, cell, *at, merge, count);
                if (behind) break;
            }
            at = last;
        }
    }
}

static int may_castle(Kernel *k, const State *s, const Plan *plan) {
    if (plan->side != s->turn || k->board[plan->king] != plan->king_code || k->board[plan->partner] != plan->partner_code)
        return 0;
    if (!IN(s->rights, k->t.right_of[plan->partner]) || (plan->safe && s->checked)) return 0;
    for (i32 i = 0; i < plan->between; i++) if (k->board[plan->cells[i]]) return 0;
    int safe = 1;
    k->board[plan->king] = 0;
    for (i32 i = 0; safe && i < plan->path; i++) safe = !danger(k, s, s->turn, plan->cells[plan->between + i]);
    k->board[plan->king] = (u8)plan->king_code;
    return safe;
}

static void drops(Kernel *k, const State *s, i32 *count) {
    i32 side = s->turn, files = k->t.files;
    for (i32 i = 0; i < k->t.drops; i++) {
        const Dropped *each = &k->t.dropped[i];
        if (!s->reserve[side][each->kind]) continue;
        i32 on_file[32] = {0};
        if (each->most_a_file)
            for (i32 j = 0; j < k->count[side]; j++)
                on_file[k->list[side][j] % files] += k->board[k->list[side][j]] == each->code[side];
        for (i32 j = 0; j < each->cells[side]; j++) {
            i32 cell = each->cell[side][j];
            if (k->board[cell] || (each->most_a_file && on_file[cell % files] >= each->most_a_file)) continue;
            k->moves[k->top + (*count)++] = MOVE(DROP, NO_ORIGIN, cell, each->code[side], i);
        }
    }
}

/* How many moves there are, legal or not, at `k->moves + k->top`; in `k->lacking` whether the tables lack one. */
static i32 generate(Kernel *k, i32 ply, i32 modes) {
    const State *s = &k->state[ply];
    i32 count = 0, side = s->turn, phase = s->phase[side];
    k->lacking = 0;
    if (k->top > ROOM - (1 << 14)) { k->lacking = 1; return 0; }
    for (i32 i = 0; i < k->count[side] && !k->stopped; i++) follow(k, phase, k->list[side][i], modes, &count);
    if (s->passed != NOWHERE && !k->board[s->passed]) {
        const i32 *at = passers_of(k, side, phase, s->passed);
        for (i32 left = *at++; left--; at += 2)
            if (k->board[at[1]] == at[0]) k->moves[k->top + count++] = MOVE(PASSING, at[1], s->passed, 0, 0);
    }
    if (modes & QUIET) {
        if (s->rights)
            for (i32 i = 0; i < k->t.plans; i++)
                if (may_castle(k, s, &k->t.plan[i]))
                    k->moves[k->top + count++] = MOVE(CASTLING, k->t.plan[i].king, k->t.plan[i].partner, 0, i);
        drops(k, s, &count);
    }
    return count;
}

static int answers(Kernel *k, i32 ply) {
    i32 lacked = k->lacking, count = generate(k, ply, QUIET | TAKE), found = k->lacking, begin = k->top;
    k->top += count;
    for (i32 i = 0; i < count && !found; i++)
        if (make(k, ply, k->moves[begin + i], 0)) { unmake(k, ply, k->moves[begin + i]); found = 1; }
    k->top = begin;
    k->lacking = lacked;
    return found;
}

/* The search */

static i32 floored(i32 a, i32 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* The same as `Values._pressed`. */
static i32 pressed_on(Kernel *k, i32 king, i32 weak) {
    i32 files = k->t.files, rank = king / files, file = king % files, full = k->t.full[weak];
    i32 gone = k->count[weak] < full ? full - k->count[weak] : 0, chasers = k->count[1 - weak];
    i32 near = chasers * (k->t.longest / 2);
    for (i32 i = 0; i < chasers; i++) {
        i32 cell = k->list[1 - weak][i], across = abs(cell % files - file), along = abs(cell / files - rank);
        near -= across > along ? across : along;
    }
    return floored((k->t.cornered[king] + k->t.close * near) * gone, full) + k->t.exchanged * gone;
}

/* The same numbers as `Values.judged`. */
static i32 judged(Kernel *k, const State *s) {
    i32 total = s->total;
    for (i32 side = 0; side < 2; side++) {
        i32 full = k->t.full[1 - side], left = k->count[1 - side] < full ? k->count[1 - side] : full;
        i32 at = side * k->t.size + s->king[side];
        i32 safe = floored(k->t.shelter[at] * left + k->t.roaming[at] * (full - left), full);
        total += side ? -safe : safe;
    }
    i32 weak = total > 0, lead = abs(total) - k->t.pressed_from;
    if (lead > 0 && k->t.sign > 0) {
        i32 pressed = floored(pressed_on(k, s->king[weak], weak) * (lead < k->t.pressed_span ? lead : k->t.pressed_span),
                              k->t.pressed_span);
        total += weak ? pressed : -pressed;
    }
    return k->t.tempo + (s->turn ? -total : total);
}

static void count_node(Kernel *k) {
    k->nodes++;
    if ((k->most_nodes && k->nodes > k->most_nodes) || (k->nodes % k->look_every == 0 && k->t.stop())) k->stopped = 1;
}

static u64 earlier(Kernel *k, i32 ply, i32 back, int *checked) {
    i32 at = ply - back;
    if (at >= 1) { *checked = k->state[at].checked; return k->state[at].key; }
    at += k->past - 1;
    if (at < 0) return 0;
    *checked = k->past_checks[at];
    return k->past_keys[at];
}

/* Whether the position stood before, on the line or twice in the game; and as what it then counts. */
static int repeated(Kernel *k, i32 ply, i32 *score) {
    const State *s = &k->state[ply];
    i32 first = 0, before = 0, back = 1, most = s->since < ply + k->past - 1 ? s->since : ply + k->past - 1;
    int checked = 0, checks[2] = {s->checked, 1};
    for (; back <= most; back++) {
        if (earlier(k, ply, back, &checked) != s->key) continue;
        if (!first) first = back;
        if (back <= ply || ++before == 2) break;
    }
    if (back > most) return 0;
    *score = 0;
    if (!k->t.perpetual) return 1;
    for (back = 1; back < first; back++) {
        earlier(k, ply, back, &checked);
        checks[back & 1] &= checked;
    }
    if (checks[0] != checks[1]) *score = checks[0] ? MATE - ply : ply - MATE;
    return 1;
}

static i32 without_moves(Kernel *k, i32 ply) {
    if (k->state[ply].checked) return ply - MATE;
    return k->t.stalemate * (MATE - ply);
}

/* Whether who is to move loses by having no move, where few pieces are left them and that is likely. */
static int stuck(Kernel *k, i32 ply) {
    const State *s = &k->state[ply];
    return k->t.stalemate < 0 && !s->checked && k->count[s->turn] <= FEW && !answers(k, ply);
}

static i32 rank(Kernel *k, const State *s, u64 move, i32 ply, uint32_t known) {
    i32 type = TYPE(move), becomes = type == DROP ? 0 : BECOMES(move), code = k->board[ORIGIN(move)];
    i32 taken = type == PASSING ? k->board[s->victim] : type == CASTLING ? 0 : k->board[TARGET(move)];
    const i32 *worth = k->t.worth;
    if (PLAIN(move) == known) return 1 << 30;
    if (taken || becomes) {
        i32 gained = becomes ? worth[becomes] - worth[code] : 0;
        return (1 << 28) + 16 * (worth[taken] + gained) - (taken ? worth[code] : 0);
    }
    if (PLAIN(move) == k->killers[ply][0]) return (1 << 27) + 1;
    if (PLAIN(move) == k->killers[ply][1]) return 1 << 27;
    return k->history[(type == DROP ? BECOMES(move) : code) * k->t.size + TARGET(move)];
}

static u64 next(Kernel *k, i32 at, i32 end) {
    i32 best = at;
    for (i32 i = at + 1; i < end; i++) if (k->ranks[i] > k->ranks[best]) best = i;
    u64 move = k->moves[best]; i32 value = k->ranks[best];
    /* Those alike stay in their order, so that the answer hangs on nothing else. */
    for (i32 i = best; i > at; i--) { k->moves[i] = k->moves[i - 1]; k->ranks[i] = k->ranks[i - 1]; }
    k->moves[at] = move; k->ranks[at] = value;
    return move;
}

static i32 quiet(Kernel *k, i32 alpha, i32 beta, i32 ply, i32 taken) {
    State *s = &k->state[ply];
    count_node(k);
    k->pv_count[ply] = 0;
    if (stuck(k, ply)) return without_moves(k, ply);
    i32 best = judged(k, s), stand = best;
    if (k->stopped || best >= beta || taken >= MOST_CAPTURES || ply >= PLIES) return best;
    if (best > alpha) alpha = best;
    i32 begin = k->top, count = generate(k, ply, TAKE);
    k->top += count;
    for (i32 i = begin; i < k->top; i++) k->ranks[i] = rank(k, s, k->moves[i], ply, 0);
    for (i32 i = begin; i < begin + count && !k->stopped; i++) {
        u64 move = next(k, i, begin + count);
        i32 changes = BECOMES(move) != 0, target = TARGET(move), mover = k->t.worth[k->board[ORIGIN(move)]];
        i32 prey = k->t.worth[TYPE(move) == PASSING ? k->board[s->victim] : k->board[target]];
        if (!changes && stand + prey + HOPELESS <= alpha) continue;
        if (!make(k, ply, move, 0)) continue;
        i32 score;
        if (!changes && mover > prey + 50 &&
            attacked(k, lines_into(k, 0, s[1].turn, s[1].phase[s[1].turn], target))) {
            unmake(k, ply, move);
            continue;
        }
        score = -quiet(k, -beta, -alpha, ply + 1, taken + 1);
        unmake(k, ply, move);
        if (score > best) best = score;
        if (score > alpha) { alpha = score; if (score >= beta) break; }
    }
    k->top = begin;
    return best;
}

static void keep(Kernel *k, const State *s, i32 depth, i32 score, i32 bound, u64 move, i32 ply) {
    Entry *entry = &k->table[s->key & k->mask];
    uint32_t check = (uint32_t)(s->key >> 28);
    if (entry->check != check && entry->age == k->age && entry->depth > depth + 2) return;
    if (score >= WON) score += ply; else if (score <= -WON) score -= ply;
    if (move || entry->check != check) entry->move = PLAIN(move);
    entry->check = check; entry->score = score; entry->depth = (int8_t)depth;
    entry->bound = (u8)bound; entry->age = (u8)k->age;
}

static i32 search(Kernel *k, i32 depth, i32 alpha, i32 beta, i32 ply, int may_pass);

static int passes_safely(Kernel *k, const State *s) {
    if (!k->t.may_pass) return 0;
    for (i32 i = 0; i < k->count[s->turn]; i++)
        if (!IN(k->t.pawns | k->t.royals, k->board[k->list[s->turn][i]])) return 1;
    return 0;
}

static i32 pass(Kernel *k, i32 depth, i32 beta, i32 ply) {
    State *s = &k->state[ply], *n = s + 1;
    *n = *s;
    n->turn = 1 - s->turn; n->key ^= k->t.side_key; n->halfmove++; n->since++; n->taken = 0;
    if (s->passed != NOWHERE) { n->key ^= s->passed_key; n->passed = NOWHERE; }
    return -search(k, depth - 3 - depth / 4, -beta, -beta + 1, ply + 1, 0);
}

static i32 search(Kernel *k, i32 depth, i32 alpha, i32 beta, i32 ply, int may_pass) {
    State *s = &k->state[ply];
    i32 score, check = s->checked;
    if (check) depth++;
    if (depth <= 0) return quiet(k, alpha, beta, ply, 0);
    count_node(k);
    k->pv_count[ply] = 0;
    if (k->stopped) return 0;
    if (repeated(k, ply, &score)) return score;
    if (k->t.fifty && s->halfmove >= 100 && answers(k, ply)) return 0;
    if (ply >= PLIES) return judged(k, s);
    if (alpha < ply - MATE) alpha = ply - MATE;
    if (beta > MATE - ply - 1) beta = MATE - ply - 1;
    if (alpha >= beta) return alpha;
    int exact = beta - alpha > 1;
    uint32_t known = 0;
    const Entry *entry = &k->table[s->key & k->mask];
    if (entry->check == (uint32_t)(s->key >> 28)) {
        known = entry->move;
        score = entry->score >= WON ? entry->score - ply : entry->score <= -WON ? entry->score + ply : entry->score;
        if (entry->depth >= depth && !exact && (entry->bound == EXACT || (entry->bound == AT_LEAST && score >= beta) ||
                                                (entry->bound == AT_MOST && score <= alpha)))
            return score;
    }
    i32 here = judged(k, s);
    if (!exact && !check && beta > -WON) {
        if (depth <= CUT_SHORT && here - AHEAD * depth >= beta) return here;
        if (may_pass && depth >= 2 && here >= beta && passes_safely(k, s)) {
            score = pass(k, depth, beta, ply);
            k->pv_count[ply] = 0;
            if (k->stopped) return 0;
            if (score >= beta) return score >= WON ? beta : score;
        }
    }
    if (!known && depth >= 4) depth--;
    i32 below = alpha, best = -INFINITE, tried = 0, calm_ones = 0, begin = k->top, count = generate(k, ply, QUIET | TAKE);
    i32 lacking = k->lacking;
    u64 chosen = 0;
    k->top += count;
    for (i32 i = begin; i < k->top; i++) k->ranks[i] = rank(k, s, k->moves[i], ply, known);
    for (i32 i = begin; i < begin + count && !k->stopped; i++) {
        u64 move = next(k, i, begin + count);
        if (!make(k, ply, move, 1)) continue;
        i32 gives = s[1].checked || stuck(k, ply + 1), calm = !s[1].taken && (TYPE(move) == DROP || !BECOMES(move)), deeper = depth - 1;
        if (calm && !gives) {
            calm_ones++;
            int late = calm_ones > LATE + 8 * depth || (depth < REDUCED_FROM && here + FUTILE * depth <= alpha);
            if (late && !exact && !check && best > -WON && depth <= REDUCED_FROM) { unmake(k, ply, move); continue; }
        }
        tried++;
        score = 0;
        if (tried > 1) {
            i32 less = 0;
            if (calm && !gives && !check && depth >= REDUCED_FROM && tried > REDUCED_FROM)
                less = 1 + (tried > 8) + (tried > 20 && depth > 5) - (exact ? 1 : 0);
            score = -search(k, deeper - less, -alpha - 1, -alpha, ply + 1, 1);
            if (less > 0 && score > alpha && !k->stopped) score = -search(k, deeper, -alpha - 1, -alpha, ply + 1, 1);
        }
        if ((tried == 1 || (exact && score > alpha)) && !k->stopped) score = -search(k, deeper, -beta, -alpha, ply + 1, 1);
        unmake(k, ply, move);
        if (k->stopped) break;
        if (score <= best) continue;
        best = score;
        chosen = move;
        if (score <= alpha) continue;
        alpha = score;
        k->pv[ply][0] = move;
        memcpy(k->pv[ply] + 1, k->pv[ply + 1], sizeof(u64) * k->pv_count[ply + 1]);
        k->pv_count[ply] = k->pv_count[ply + 1] + 1;
        if (score < beta) continue;
        if (calm) {
            if (PLAIN(move) != k->killers[ply][0]) {
                k->killers[ply][1] = k->killers[ply][0];
                k->killers[ply][0] = PLAIN(move);
            }
            i32 code = TYPE(move) == DROP ? BECOMES(move) : k->board[ORIGIN(move)];
            i32 *often = &k->history[code * k->t.size + TARGET(move)];
            if (*often < 1 << 26) *often += depth * depth;
        }
        break;
    }
    k->top = begin;
    if (k->stopped) return 0;
    if (!tried) return lacking ? here : without_moves(k, ply);
    keep(k, s, depth, best, best >= beta ? AT_LEAST : best > below ? EXACT : AT_MOST, best > below ? chosen : 0, ply);
    return best;
}

/* What `tree.py` calls */

uint32_t kernel_source(void) { return SOURCE; }             /* the CRC of this file: an older build is not used */

Kernel *kernel_new(const Tables *tables, u64 entries) {
    Kernel *k = calloc(1, sizeof *k);
    k->t = *tables;
    k->moves = malloc(ROOM * sizeof *k->moves);
    k->ranks = malloc(ROOM * sizeof *k->ranks);
    k->stamp = calloc(2048, sizeof *k->stamp);
    k->history = calloc((size_t)k->t.codes * k->t.size, sizeof *k->history);
    k->table = calloc(entries, sizeof *k->table);
    k->mask = entries - 1;
    return k;
}

void kernel_free(Kernel *k) {
    for (i32 side = 0; side < 2; side++)
        for (i32 phase = 0; phase < 16; phase++) {
            free(k->reach[side][phase]); free(k->lines[0][side][phase]);
            free(k->lines[1][side][phase]); free(k->passers[side][phase]);
        }
    free(k->moves); free(k->ranks); free(k->stamp); free(k->history); free(k->table); free(k);
}

/* Before a new question: what was learned counts less. */
void kernel_begin(Kernel *k, i32 most_nodes, i32 look_every) {
    k->nodes = k->stopped = 0;
    k->most_nodes = most_nodes;
    k->look_every = look_every;
    k->age = (k->age + 1) & 127;
    memset(k->killers, 0, sizeof k->killers);
    for (i32 i = 0; i < k->t.codes * k->t.size; i++) k->history[i] >>= 3;
}

/* The position after the root's move, as state 1. `numbers`: turn, halfmove, since, passed, victim, checked. The arrays
 * of the game before it must stay until the next position. */
void kernel_load(Kernel *k, const u8 *board, const i32 *numbers, u64 key, u64 passed_key, u64 rights,
                 const u8 *reserves, const u64 *past_keys, const u8 *past_checks, i32 past) {
    State *s = &k->state[1];
    memset(s, 0, sizeof *s);
    memset(k->board, 0, sizeof k->board);
    k->count[0] = k->count[1] = k->top = 0;
    for (i32 cell = 0; cell < k->t.size; cell++) {
        if (!board[cell]) continue;
        put(k, cell, board[cell]);
        counted(k, s, board[cell], cell, 1);
        if (IN(k->t.royals, board[cell])) s->king[SIDE_OF(board[cell])] = cell;
    }
    for (i32 holder = 0; holder < 3; holder++)
        for (i32 kind = 0; kind < k->t.kinds; kind++)
            if (reserves[holder * k->t.kinds + kind]) hold(k, s, holder, kind, reserves[holder * k->t.kinds + kind]);
    s->turn = numbers[0]; s->halfmove = numbers[1]; s->since = numbers[2];
    s->passed = numbers[3]; s->victim = numbers[4]; s->checked = numbers[5];
    s->key = key; s->passed_key = passed_key; s->rights = rights;
    s->phase[0] = phase_of(k, s, 0); s->phase[1] = phase_of(k, s, 1);
    k->past_keys = past_keys; k->past_checks = past_checks; k->past = past;
}

/* The score for the side to move; the expected moves in `line`. `told`: how many they are, nodes so far, stopped. */
i32 kernel_search(Kernel *k, i32 depth, i32 alpha, i32 beta, u64 *line, i32 *told) {
    i32 score = search(k, depth, alpha, beta, 1, 1);
    told[0] = k->stopped ? 0 : k->pv_count[1]; told[1] = k->nodes; told[2] = k->stopped;
    memcpy(line, k->pv[1], sizeof(u64) * told[0]);
    return score;
}

/* All legal moves, for the test that they are fairyrules'; of each the key, whether it gives check, and the total. */
i32 kernel_moves(Kernel *k, u64 *moves, u64 *keys, i32 *checks, i32 *totals, i32 *values) {
    i32 count = generate(k, 1, QUIET | TAKE), found = 0;
    k->top += count;
    for (i32 i = 0; i < count; i++) {
        if (!make(k, 1, k->moves[i], 1)) continue;
        moves[found] = k->moves[i]; keys[found] = k->state[2].key;
        checks[found] = k->state[2].checked; totals[found] = k->state[2].total;
        values[found++] = judged(k, &k->state[2]);
        unmake(k, 1, k->moves[i]);
    }
    k->top = 0;
    return found;
}
