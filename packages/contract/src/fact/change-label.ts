/** The label of the facts with a matching path; `$1` stands for the first group of the pattern. */
export type ChangeLabel = readonly [path: RegExp, label: string];
