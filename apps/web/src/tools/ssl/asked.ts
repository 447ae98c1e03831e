import type { StartTls } from '@sonde/contract';
import type { Asked } from '../use-lookup-form.ts';

/** What is looked up, in which protocol it begins, and who else is asked. */
export interface SslAsked extends Asked {
  /** Null: by the port. */
  readonly startTls: StartTls | null;
  /** Whether the authorities of the certificates are asked. */
  readonly isRevocationAsked: boolean;
}
