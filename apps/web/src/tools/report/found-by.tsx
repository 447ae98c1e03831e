import type { ReadReport } from '@sonde/contract/report/read-part';
import { WholeAnswer } from './whole-answer.tsx';

type Said = Pick<ReadReport['findings'][number], 'code' | 'about' | 'evidence'>;

const nameOf = ({ code, about, evidence }: Said) => JSON.stringify([code, about ?? '', evidence ?? '']);

/** Maps findings to their tools: the lists show findings as single tools have them. */
export function toolsOf(findings: ReadReport['findings']): (finding: Said) => string | null {
  const tools = new Map(findings.map((finding) => [nameOf(finding), finding.tool]));
  return (finding) => tools.get(nameOf(finding)) ?? null;
}

/** The tool of a finding, with a link to its whole answer. */
export function FoundBy({ tool, target }: { readonly tool: string | null; readonly target: string }) {
  return (
    tool !== null && (
      <p className="found-by">
        Found by <WholeAnswer tool={tool} target={target} />
      </p>
    )
  );
}
