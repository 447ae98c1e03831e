import type { StartTls } from '@sonde/contract';
import type { Asked } from '../use-lookup-form.ts';

/** What is looked up, and in which protocol it begins. */
export interface SslAsked extends Asked {
  /** Null: by the port. */
  readonly startTls: StartTls | null;
}
