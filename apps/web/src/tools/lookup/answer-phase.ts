/** How far an answer is that grows while its parts arrive. */
export type AnswerPhase<Draft, Data> =
  | { readonly is: 'running'; readonly draft: Draft; onCancel(): void }
  | { readonly is: 'done'; readonly data: Data }
  /** The previous answer, dimmed, while a newer lookup runs. */
  | { readonly is: 'outdated'; readonly data: Data; onCancel(): void };
