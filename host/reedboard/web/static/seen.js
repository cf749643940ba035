// What a board shows: the game, or what a tour shows instead of it.

/**
 * During a tour its pieces stand on the board instead of the game's, and nothing is to be moved.
 * @param {State} state
 * @returns {State}
 */
export function seen(state) {
  if (!state.tour) return state;
  const { pieces } = state.tour;
  return { ...state, pieces, occupied: Object.keys(pieces), last: [], trouble: null, hands: null };
}
