/** The verdict of a judge on a changed copy: no test fails, a test fails (with its file), or unknown. */
export type Judgement =
  | { readonly is: 'green' }
  | { readonly is: 'red'; readonly by: string; readonly test?: string }
  | { readonly is: 'undecided'; readonly why: string };

export const green: Judgement = { is: 'green' };
