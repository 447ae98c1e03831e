import type { ReadReport } from '@sonde/contract/report/read-part';
import { use } from 'react';
import { Link } from 'wouter';
import { asTyped } from '../../ui/text/shown-text.ts';
import { lookupLink } from '../screens/lookup-link.ts';
import { ToolsContext } from '../screens/screens-context.ts';

type Said = Pick<ReadReport['findings'][number], 'code' | 'about' | 'evidence'>;

const nameOf = ({ code, about, evidence }: Said) => JSON.stringify([code, about ?? '', evidence ?? '']);

/** Which tool has found what: the lists of findings show findings as every tool has them. */
export function toolsOf(findings: ReadReport['findings']): (finding: Said) => string | null {
  const tools = new Map(findings.map((finding) => [nameOf(finding), finding.tool]));
  return (finding) => tools.get(nameOf(finding)) ?? null;
}

/** The tool that has found something, with its whole answer one press away. */
export function FoundBy({ tool, target }: { readonly tool: string | null; readonly target: string }) {
  const card = use(ToolsContext).find(({ id }) => id === tool);
  if (card === undefined) return tool && <p className="found-by">Found by {tool}</p>;
  return (
    <p className="found-by">
      Found by <Link href={lookupLink(card, asTyped(target)) ?? card.path}>{card.name}</Link>
    </p>
  );
}
