import type { AnswerOf, AnyTool } from '../tool.ts';

/** An answer before it is judged. */
export type Unjudged<Tool extends AnyTool> = Omit<AnswerOf<Tool>, 'checks' | 'findings'>;
