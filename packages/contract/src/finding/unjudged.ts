import type { AnswerOf } from '../tool.ts';
import type { ToolId, Tools } from '../tools/index.ts';

/** An answer before it is judged. */
export type Unjudged<Id extends ToolId> = Omit<AnswerOf<Tools[Id]>, 'findings'>;
