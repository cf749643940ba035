/* What the kernel finds from the position it stands on, for test_kernel.py. */
#include "../../rules/fairyrules/search/kernel/kernel.c"

/* All legal moves, for the test that they are fairyrules'; with each the key, whether it gives check, total and value. */
i32 kernel_moves(Kernel *k, int64_t (*told)[5]) {
    State *n = &k->state[2];
    i32 found = 0;
    generate(k, n - 1, QUIET | TAKE, 0);
    for (i32 i = 0; i < k->top; i++) {
        if (!make(k, n - 1, k->moves[i], 1)) continue;
        int64_t row[] = {(int64_t)k->moves[i], (int64_t)n->key, n->checked, n->total, judged(k, n)};
        memcpy(told[found++], row, sizeof row);
        unmake(k, n);
    }
    k->top = 0;
    return found;
}
