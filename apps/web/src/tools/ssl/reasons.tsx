import { ShieldX } from 'lucide-react';
import { Panel } from '../../ui/panel.tsx';
import { FindingList } from './finding-list.tsx';
import { reasonTexts } from './finding-texts.ts';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** In plain words why the certificate is not secure; nothing for one that is. */
export function Reasons({ known: { valid, reasons = [], findings = [] } }: { readonly known: SslKnown }) {
  if (valid !== false) return null;
  const items = reasons.map((name) => ({
    name,
    tone: 'bad' as const,
    ...reasonTexts[name],
    evidence: findings.find((finding) => finding.name === name)?.evidence ?? null,
  }));
  return (
    <Panel title={`Why it is ${texts.notSecure}`} icon={ShieldX} count={reasons.length}>
      <FindingList label="Reasons" items={items} />
    </Panel>
  );
}
