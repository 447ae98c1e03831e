import type { FailureReason } from '@sonde/contract/failure';
import type { VersionName } from '../../../protocols/tls-records/registries/versions.ts';
import type { judgeCertificates } from '../certificate/judge.ts';
import type { SmtpReply } from './smtp-dialog.ts';

/** How far a dialog with a mail server came. */
export type SmtpStep = 'connect' | 'greeting' | 'ehlo' | 'starttls' | 'handshake';

/** Why a dialog ended before its goal. */
export interface SmtpProblem {
  readonly step: SmtpStep;
  /** Null if the server's reply was a refusal. */
  readonly reason: FailureReason | null;
  /** The reply that ended the dialog; null if there was none. A code from 400 to 499 means to try again later. */
  readonly reply: SmtpReply | null;
  /** A sentence that quotes the server. */
  readonly evidence: string;
}

/** What was negotiated after STARTTLS. */
export interface SmtpSession {
  readonly protocol: VersionName | null;
  /** The IANA name. */
  readonly cipherSuite: string;
  /** DER, the server's own first; null if they could not be read. For comparison with TLSA records (RFC 6698). */
  readonly certificates: readonly Uint8Array[] | null;
  /** Judged for the name of the server, by public authorities and those of the operator. */
  readonly judgement: ReturnType<typeof judgeCertificates>;
}

/** How a mail server responded to a client that wants to send over TLS. */
export interface SmtpExamination {
  readonly address: string;
  /** Its first reply, whatever the code; null if there was none. */
  readonly greeting: string | null;
  /** The extensions in the reply to EHLO, with their parameters; null if it did not accept EHLO. */
  readonly extensions: readonly string[] | null;
  /** Whether it offers STARTTLS; null if unknown. */
  readonly offersStartTls: boolean | null;
  /** Null without a handshake. */
  readonly session: SmtpSession | null;
  /** Null if the dialog was complete: a handshake, or no STARTTLS. */
  readonly problem: SmtpProblem | null;
}
