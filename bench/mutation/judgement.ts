/** What a judge says of a copy with its changes: no test fails, which test fails (and in which file), or that it could not tell. */
export type Judgement =
  | { readonly is: 'green' }
  | { readonly is: 'red'; readonly by: string; readonly test?: string }
  | { readonly is: 'undecided'; readonly why: string };

export const green: Judgement = { is: 'green' };
