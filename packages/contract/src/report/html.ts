import { tablesBesideFindings } from '../answers/answer-tables.ts';
import { explanationOf } from '../answers/explanations.ts';
import { headlinesOf } from '../answers/headlines.ts';
import { htmlText as text } from '../escaping/html-text.ts';
import { type Verdict, verdicts } from '../finding/check-result.ts';
import { codeInWords } from '../finding/code-in-words.ts';
import { type Finding, findingStates } from '../finding/finding.ts';
import { verdictSentence } from '../finding/verdict-sentence.ts';
import type { Picture } from '../pictures/drawing.ts';
import { drawingHtml } from '../pictures/drawing-html.ts';
import { pictureStyle } from '../pictures/picture-style.ts';
import type { Reading } from '../reading.ts';
import type { Table } from '../table/table.ts';
import { withUnicodeNames } from '../table/unicode-column.ts';
import { codeParts } from '../text/code-parts.ts';
import { formatUtc } from '../text/format-utc.ts';
import { moduleOf } from '../tools/modules.ts';
import { htmlStyle } from './html-style.ts';
import {
  failureWords,
  type PartAnswer,
  type ReadPart,
  type ReadReport,
  type ReadReportPart,
  readPart,
} from './read-part.ts';
import { reportPicture } from './report-picture.ts';
import { reportInWords, verdictOfReport } from './report-verdict.ts';
import { nameOfTool } from './tool-names.ts';

type ReadFinding = Reading<typeof Finding> & {
  readonly tool?: string;
  readonly also?: readonly { readonly tool: string }[] | null | undefined;
};

/** Tables with more rows are collapsed on the screen; only open tables are printed. */
const OPEN_ROWS = 12;

/**
 * Renders a report as a self-contained HTML page: no scripts, no requests, inline styles. Texts come from servers that may
 * be malicious: each is escaped, control characters are made visible, and none becomes a link.
 */
export function reportPage(report: ReadReport): string {
  const { target, findings, parts, checkedAt } = report;
  const toDo = findings.filter(isToDo);
  const others = findings.filter((finding) => !isToDo(finding));
  const meaning = verdictSentence(judgedIn(report), explanationOf);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Report on ${text(target)}</title>
<style>${htmlStyle}${pictureStyle}</style>
</head>
<body>
<header>
<h1>Report on ${text(target)}</h1>
<p class="counts" data-state="${verdictOfReport(report)}">${text(reportInWords(report))}</p>
${meaning === null ? '' : `<p>${withCode(meaning)}</p>\n`}${checkedAt == null ? '' : `<p class="muted">The oldest answer is of ${text(formatUtc(checkedAt))}.</p>\n`}<nav aria-label="Checks"><ul>
${parts.map((part) => checkItem(part, report)).join('')}</ul></nav>
</header>
<main>
<section aria-labelledby="to-do">
<h2 id="to-do">What to do</h2>
${toDo.length === 0 ? '<p>Nothing has to be fixed.</p>\n' : findingList(toDo, true)}${others.length === 0 ? '' : `<details><summary>Other findings</summary>\n${findingList(others, true)}</details>\n`}</section>
<section aria-labelledby="checks">
<h2 id="checks">All checks</h2>
${drawingHtml(reportPicture(report) ?? '')}
</section>
${parts.map(partSection).join('')}</main>
<footer><p>Made by Sonde.</p></footer>
</body>
</html>
`;
}

const isToDo = ({ state }: ReadFinding) => state === 'bad' || state === 'warn';

/** The judgement, with words of newer servers left out. */
function judgedIn(report: ReadReport) {
  const known = verdicts.map((word): string => word);
  const checks = (report.checks ?? []).flatMap(({ title, state, summary }) =>
    known.includes(state) ? { title, state: state as Verdict, summary: summary ?? '' } : [],
  );
  const findings = report.findings.map((one) => ({
    code: one.code,
    about: one.about ?? '',
    evidence: one.evidence ?? '',
    fix: one.fix,
    state: findingStates.find((word) => word === one.state) ?? 'unknown',
  }));
  return { verdict: verdictOfReport(report), checks, findings };
}

/** A link to the part, with the state of its check. */
function checkItem({ tool }: ReadReportPart, { checks }: ReadReport): string {
  const check = checks?.find(({ id }) => id === tool);
  const said =
    check === undefined ? '' : ` <span class="state">${text(check.state)}</span> ${text(check.summary ?? '')}`;
  return `<li data-state="${text(check?.state ?? 'unknown')}"><a href="#${anchorOf(tool)}">${text(nameOfTool(tool))}</a>${said}</li>\n`;
}

const anchorOf = (tool: string) => `part-${tool.replace(/[^\w-]/g, '')}`;

function partSection(part: ReadReportPart): string {
  const id = anchorOf(part.tool);
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${text(nameOfTool(part.tool))}</h2>
${partBody(readPart(part))}</section>
`;
}

function partBody(read: ReadPart): string {
  if (read.kind === 'failure') {
    const { lead, text: said } = failureWords(read);
    return `<p>${lead === null ? '' : `<strong>${lead}</strong> `}${text(said)}</p>\n`;
  }
  const { id, answer } = read;
  const facts = headlinesOf(id, answer).map(
    ({ label, value }) => `<dt>${text(label)}</dt><dd>${text(value ?? '')}</dd>\n`,
  );
  const pictures = (moduleOf(id)?.pictures?.(answer) ?? []).map(pictureBlock);
  const tables = withUnicodeNames(tablesBesideFindings(id, answer))
    .filter(({ rows }) => rows.length > 0)
    .map(tableBlock);
  return `${facts.length === 0 ? '' : `<dl>\n${facts.join('')}</dl>\n`}${gapLine(answer)}${pictures.join('')}${tables.join('')}`;
}

function gapLine({ gaps }: PartAnswer): string {
  return gaps.length === 0 ? '' : `<p>Not measured: ${text(gaps.map(({ part }) => part).join(', '))}</p>\n`;
}

/** A sentence of ours, in which what stands between two backticks is code. */
const withCode = (sentence: string) =>
  codeParts(sentence)
    .map((part, at) => (at % 2 === 1 ? `<code>${text(part)}</code>` : text(part)))
    .join('');

function findingList(findings: readonly ReadFinding[], hasTool: boolean): string {
  return `<ul class="findings">\n${findings.map((finding) => findingItem(finding, hasTool)).join('')}</ul>\n`;
}

function findingItem({ state, code, about, evidence, fix, tool, also }: ReadFinding, hasTool: boolean): string {
  const names = [...new Set([tool, ...(also ?? []).map((one) => one.tool)])].flatMap((one) =>
    one === undefined ? [] : nameOfTool(one),
  );
  const by = hasTool && tool !== undefined ? `<p class="muted">Found by ${text(names.join(', '))}</p>\n` : '';
  return `<li data-state="${text(state ?? 'unknown')}">
<h3><span class="state">${text(state ?? 'unknown')}</span> ${text(explanationOf(code)?.title ?? codeInWords(code))} <span class="about">${text(about ?? '')}</span></h3>
<p>${text(evidence ?? '')}</p>
${fix === null ? '' : `<p><strong>What to do:</strong> ${text(fix)}</p>\n`}${by}</li>
`;
}

function pictureBlock({ title, drawing }: Picture): string {
  return `<h3>${text(title)}</h3>\n<div class="picture">${drawingHtml(drawing)}</div>\n`;
}

function tableBlock({ title, columns, rows }: Table): string {
  const cells = (row: readonly string[]) => columns.map((_, at) => `<td>${text(row[at] ?? '')}</td>`).join('');
  const table = `<div class="wide" role="region" aria-label="${text(title)}" tabindex="0"><table>
<thead><tr>${columns.map((column) => `<th scope="col">${text(column)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row)}</tr>\n`).join('')}</tbody>
</table></div>`;
  const isOpen = rows.length <= OPEN_ROWS ? ' open' : '';
  return `<details${isOpen}><summary>${text(title)} (${rows.length})</summary>\n${table}\n</details>\n`;
}
