import type { FailureReason } from '@sonde/contract/failure';
import type { VersionName } from '../../../protocols/tls-records/registries/versions.ts';
import type { judgeCertificates } from '../certificate/judge.ts';
import type { SmtpReply } from './smtp-dialog.ts';

/** How far a dialog with a mail server came. */
export type SmtpStep = 'connect' | 'greeting' | 'ehlo' | 'starttls' | 'handshake';

/** Why a dialog ended before its goal. */
export interface SmtpProblem {
  readonly step: SmtpStep;
  /** Null where the server answered, and refused by its reply. */
  readonly reason: FailureReason | null;
  /** The reply that ended it; null where there was none. A code from 400 to 499 asks to try again later. */
  readonly reply: SmtpReply | null;
  /** A sentence, with the server's own words. */
  readonly evidence: string;
}

/** What was negotiated after STARTTLS. */
export interface SmtpSession {
  readonly protocol: VersionName | null;
  /** By its IANA name. */
  readonly cipherSuite: string;
  /** DER, the server's own first; null when they could not be read. For a comparison with TLSA records (RFC 6698). */
  readonly certificates: readonly Uint8Array[] | null;
  /** Judged for the name of the server, by public authorities and those of the operator. */
  readonly judgement: ReturnType<typeof judgeCertificates>;
}

/** What a mail server said to a client that wants to send in TLS. */
export interface SmtpExamination {
  readonly address: string;
  /** Its first reply, whatever it says; null when none came. */
  readonly greeting: string | null;
  /** The extensions in the answer to EHLO, with their parameters; null when it did not accept EHLO. */
  readonly extensions: readonly string[] | null;
  /** Whether it offers STARTTLS; null when it did not say. */
  readonly offersStartTls: boolean | null;
  /** Null without a handshake. */
  readonly session: SmtpSession | null;
  /** Null when everything was seen: no STARTTLS, or a handshake. */
  readonly problem: SmtpProblem | null;
}
