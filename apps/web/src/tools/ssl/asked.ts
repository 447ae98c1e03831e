import type { StartTls } from '@sonde/contract';
import type { Asked } from '../lookup/use-lookup-form.ts';

/** The target, the protocol in which the connection begins, and whether revocation is checked. */
export interface SslAsked extends Asked {
  /** Null: determined by the port. */
  readonly startTls: StartTls | null;
  /** Whether the certificate authorities are asked about revocation. */
  readonly isRevocationAsked: boolean;
}
