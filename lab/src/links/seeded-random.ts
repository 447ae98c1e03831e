/** Random numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
export function seededRandom(): () => number {
  let state = 20_261_121;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
