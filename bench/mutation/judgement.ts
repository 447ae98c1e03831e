/** The result of a judge for a changed copy: no test fails, which test fails (and in which file), or that it is unknown. */
export type Judgement =
  | { readonly is: 'green' }
  | { readonly is: 'red'; readonly by: string; readonly test?: string }
  | { readonly is: 'undecided'; readonly why: string };

export const green: Judgement = { is: 'green' };
