import type { ReadReport } from '@sonde/contract/report/read-part';
import { WholeAnswer } from './whole-answer.tsx';

type Said = Pick<ReadReport['findings'][number], 'code' | 'about' | 'evidence'>;

const nameOf = ({ code, about, evidence }: Said) => JSON.stringify([code, about ?? '', evidence ?? '']);

/** Which tool has found what: the lists of findings show findings as every tool has them. */
export function toolsOf(findings: ReadReport['findings']): (finding: Said) => string | null {
  const tools = new Map(findings.map((finding) => [nameOf(finding), finding.tool]));
  return (finding) => tools.get(nameOf(finding)) ?? null;
}

/** The tool that has found something, with its whole answer one press away. */
export function FoundBy({ tool, target }: { readonly tool: string | null; readonly target: string }) {
  return (
    tool !== null && (
      <p className="found-by">
        Found by <WholeAnswer tool={tool} target={target} />
      </p>
    )
  );
}
