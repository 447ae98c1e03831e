import type { Reading } from './reading.ts';
import type { ToolId, Tools } from './tools/index.ts';

/** A tool's answer as a client reads it. The server may be older or newer than the client. */
export type ReadAnswer<Id extends ToolId> = Reading<Tools[Id]['answer']>;
