/** What a judge says of the house as it stands: all is well, what is wrong (and the file of the test that says so), or that it could not say. */
export type Verdict =
  | { readonly is: 'green' }
  | { readonly is: 'red'; readonly by: string; readonly test?: string }
  | { readonly is: 'undecided'; readonly why: string };

export const green: Verdict = { is: 'green' };
