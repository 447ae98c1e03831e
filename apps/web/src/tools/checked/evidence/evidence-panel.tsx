import { counted } from '@sonde/contract/text/counted';
import { useEffect, useRef } from 'react';
import type { Receipt } from '../../../browser/api/receipts.ts';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { keepInView } from '../../../browser/page/keep-in-view.ts';
import { ArrowLeftRight } from '../../../ui/icons/lucide/arrow-left-right.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import sheet from './evidence.css?inline';
import { saveEvidence } from './evidence-files.ts';
import { ExchangeList } from './exchange-list.tsx';
import { type ReadEvidence, readEvidence } from './read-evidence.ts';

adoptSheet(sheet);

const AT_FIRST = 50;
const formats = ['jsonl', 'pcapng'] as const;
const names = { jsonl: 'JSON lines', pcapng: 'pcapng' } as const;

/** The tool for which the visitor has just requested a recording; its panel is scrolled into view. */
let wanted: string | null = null;

/** Scrolls the panel of this tool's next recorded answer into view. */
export function showWhenRecorded(tool: string): void {
  wanted = tool;
}

export function EvidencePanel({ receipt }: { readonly receipt: Receipt }) {
  const place = useRef<HTMLDivElement>(null);
  const evidence = readEvidence(receipt.evidence);
  useEffect(() => {
    const panel = place.current;
    if (wanted !== receipt.tool || panel === null) return;
    wanted = null;
    panel.focus();
    return keepInView(panel);
  }, [receipt.tool]);
  return (
    <div className="c12 sent" ref={place} tabIndex={-1}>
      {evidence === null ? (
        <p>The data sent and received cannot be read: the server may have another version.</p>
      ) : (
        <Recorded evidence={evidence} receipt={receipt} />
      )}
    </div>
  );
}

interface RecordedProps {
  readonly evidence: ReadEvidence;
  readonly receipt: Receipt;
}

function Recorded({ evidence, receipt }: RecordedProps) {
  const { exchanges, leftOut, startedAt } = evidence;
  const actions = formats.map((format) => (
    <button
      key={format}
      type="button"
      className="btn"
      aria-label={`Download ${names[format]}`}
      onClick={() => saveEvidence(format, receipt, evidence)}
    >
      {names[format]}
    </button>
  ));
  return (
    <Panel title="Sent and received" icon={ArrowLeftRight} count={exchanges.length} actions={actions}>
      <p className="told">
        Measured from <time dateTime={startedAt}>{startedAt.replace('T', ' ').replace('Z', ' UTC')}</time>; the times
        below are relative to that. Addresses of this site, its resolvers and its services are replaced by documentation
        addresses. What was remembered from earlier lookups is not in it.
      </p>
      {exchanges.length === 0 && <p className="told">Nothing was sent: this server had the answer itself.</p>}
      <ExchangeList exchanges={exchanges} atFirst={AT_FIRST} />
      {leftOut !== null && leftOut > 0 && (
        <p className="told">{counted(leftOut, 'further exchange')} went beyond what is kept.</p>
      )}
    </Panel>
  );
}
