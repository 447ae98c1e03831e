import type { Reading } from './reading.ts';
import type { ToolId, Tools } from './tools/index.ts';

/** An answer of a tool as a client reads it, which may be of an older or a newer server. */
export type ReadAnswer<Id extends ToolId> = Reading<Tools[Id]['answer']>;
