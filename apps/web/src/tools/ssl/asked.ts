import type { StartTls } from '@sonde/contract';
import type { Asked } from '../lookup/use-lookup-form.ts';

/** The target, the protocol that the connection starts with, and whether revocation is checked. */
export interface SslAsked extends Asked {
  /** Null: determined by the port. */
  readonly startTls: StartTls | null;
  /** Whether certificate authorities are queried about revocation. */
  readonly isRevocationAsked: boolean;
}
