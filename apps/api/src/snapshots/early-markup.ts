import { explanationOf } from '@sonde/contract/answers/explanations';
import { htmlText } from '@sonde/contract/escaping/html-text';
import { codeInWords } from '@sonde/contract/finding/code-in-words';
import type { Finding } from '@sonde/contract/finding/finding';
import type { KeptSnapshot } from '@sonde/contract/snapshots/snapshot';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { html, type Markup } from '../http/html.ts';
import { signatureWords } from './snapshot-files.ts';
import { findingsIn } from './snapshot-findings.ts';

/** Maximum number of findings, as many as fit into a window. */
const SHOWN = 5;

/** A summary of a snapshot, which its page shows until the script runs, and without scripts. */
export function earlyMarkup({ snapshot, signature }: KeptSnapshot): string {
  const { target, parts, keptAt, software } = snapshot;
  const findings = findingsIn(snapshot).filter(({ state }) => state !== 'good');
  return html`<section class="panel"><header><h2>${shown(target)}</h2></header>
<p>Measured ${formatUtc(parts[0]?.measuredAt ?? keptAt)} by ${shown(software)}. Signature: ${signatureWords[signature]}.</p>
${findings.slice(0, SHOWN).map(findingMarkup)}</section>`.markup;
}

function findingMarkup({ code, about, evidence, fix }: Finding): Markup {
  const title = explanationOf(code)?.title ?? codeInWords(code);
  return html`<p><strong>${shown(title)}</strong> ${shown(about)}<br>${shown(evidence)} ${shown(fix ?? '')}</p>
`;
}

/** Markup of a text with invisible characters made visible. */
const shown = (text: string): Markup => ({ markup: htmlText(text) });
