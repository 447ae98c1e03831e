// In this folder: the two verdicts on a server: on its certificates and on its TLS configuration.
import type { Finding } from '@sonde/contract/finding/finding';
import { verdictOf } from '@sonde/contract/finding/severity';
import { isAboutCertificate } from '@sonde/contract/tools/ssl/findings/subject';
import { ShieldCheck } from '../../../ui/icons/lucide/shield-check.ts';
import type { Tone } from '../../../ui/tables/badge.tsx';
import { type FindingsRead, judged } from '../../findings/judged.ts';
import { countWords, stateWords } from '../../findings/state-words.ts';
import { CERTIFICATE_FINDINGS, SERVER_FINDINGS } from './anchors.ts';

/**
 * The findings on the certificates and those on the server's TLS configuration; undefined until the answer is judged.
 */
export function partsOf(findings: FindingsRead): { certificate: FindingsRead; server: FindingsRead } {
  return {
    certificate: findings?.filter((finding) => isAboutCertificate(finding)),
    server: findings?.filter((finding) => !isAboutCertificate(finding)),
  };
}

export interface JudgementProps {
  /** Null: the certificate could not be read. */
  readonly valid: boolean | null | undefined;
  readonly findings: FindingsRead;
  readonly isRunning: boolean;
}

/**
 * Whether the certificate is trusted, and what is wrong with the server, each linking to its list. Green only if both
 * are good: a good certificate does not make a good server.
 */
export function Judgement({ valid, findings, isRunning }: JudgementProps) {
  const parts = partsOf(findings);
  const [certificate, server] = [judged(parts.certificate), judged(parts.server)];
  const isGood = [certificate, server].every((found) => verdictOf(found)?.state === 'good');
  return (
    <div className="badges">
      {valid !== undefined && (
        <Part
          href={CERTIFICATE_FINDINGS}
          state={valid === false ? 'bad' : stateOf(certificate)}
          isGood={isGood}
          isTrusted={valid === true && !isRunning && stateOf(certificate) !== 'warn'}
        >
          {certificateWords(valid, certificate, isRunning)}
        </Part>
      )}
      {server.length > 0 && (
        <Part href={SERVER_FINDINGS} state={stateOf(server)} isGood={isGood}>
          Server: {countWords(server)}
        </Part>
      )}
    </div>
  );
}

type ShownState = Finding['state'] | null;

const stateOf = (findings: readonly Finding[]): ShownState => verdictOf(findings)?.state ?? null;

/** A certificate that looks good may still turn out to be revoked, or another address may serve a different one. */
function certificateWords(valid: boolean | null, findings: readonly Finding[], isRunning: boolean): string {
  if (valid === null) return 'Certificate not known';
  if (!valid) return 'Certificate not trusted';
  if (isRunning) return 'Certificate: checking';
  const warnings = findings.filter(({ state }) => state === 'warn');
  return warnings.length === 0 ? 'Certificate trusted' : `Certificate trusted, ${countWords(warnings)}`;
}

interface PartProps {
  readonly href: string;
  readonly state: ShownState;
  readonly isGood: boolean;
  /** A trusted certificate has its own symbol, even if something about it could not be determined. */
  readonly isTrusted?: boolean;
  readonly children: React.ReactNode;
}

function Part({ href, state, isGood, isTrusted = false, children }: PartProps) {
  const { icon, tone } = stateWords[state ?? 'note'];
  const Icon = isTrusted ? ShieldCheck : icon;
  const shownTone: Tone = tone === 'ok' && !isGood ? 'neutral' : tone;
  return (
    <a href={`#${href}`} className={shownTone === 'neutral' ? 'badge' : `badge ${shownTone}`}>
      {state !== null && <Icon className="i" />}
      {children}
    </a>
  );
}

/** Both verdicts in a sentence, for screen readers. */
export function judgementWords(valid: boolean | null, findings: FindingsRead): string {
  const server = judged(partsOf(findings).server);
  return [
    valid === null ? 'certificate not known' : valid ? 'certificate trusted' : 'certificate not trusted',
    ...(server.length === 0 ? [] : [`server: ${countWords(server)}`]),
  ].join('; ');
}
