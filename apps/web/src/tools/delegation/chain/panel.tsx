import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { Network } from '../../../ui/icons/lucide/network.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { zoneParts } from '../came-from.ts';
import type { DelegationDraft } from '../query.ts';
import sheet from './chain.css?inline';
import { Drawing } from './drawing.tsx';
import { type GraphZone, graphOf } from './graph.ts';
import { inShort } from './in-short.ts';
import { ChainList } from './list.tsx';

adoptSheet(sheet);

const none: ReadonlySet<GraphZone> = new Set();

/** The chain of trust from the root down, as a drawing and as a list. */
export function ChainPanel({ zones, edges }: Pick<DelegationDraft, 'zones' | 'edges'>) {
  const graph = graphOf(zones, edges);
  const { ref, available } = useRoom();
  const [isInFull, setInFull] = useState(false);
  const short = inShort(graph);
  return (
    <Panel title="Chain of trust" icon={Network} count={zones.length}>
      <CameFrom what="the chain of trust" parts={zoneParts(zones)} />
      <div className="chain-of-trust" ref={ref}>
        <Drawing graph={graph} available={available} label={labelOf(graph)} short={isInFull ? none : short} />
        {short.size > 0 && (
          <button className="btn in-full" type="button" aria-pressed={isInFull} onClick={() => setInFull(!isInFull)}>
            Draw every zone in full
          </button>
        )}
        <details>
          <summary>Show as a list</summary>
          <ChainList graph={graph} />
        </details>
      </div>
    </Panel>
  );
}

function labelOf(graph: readonly GraphZone[]): string {
  const zones = graph.map(({ name, status }) => `${zoneText(name)} ${status.toLowerCase()}`).join(', ');
  return visibleText(`Chain of trust: ${zones}. The list below has the same content.`);
}

/** For environments without layout, such as tests. */
const USUAL_WIDTH = 560;

/** The width available to the drawing, measured before the first paint and after every change. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      const width = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (width > 0) setAvailable(width);
    };
    // Far below the window, to measure would lay out what the browser has left for later.
    if (isLaidOut(box)) measure();
    // Drawn again before the picture that shows it.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, available };
}

/** False within `content-visibility: auto` while that is far from the window. True in browsers that cannot tell. */
const isLaidOut = (box: HTMLElement): boolean =>
  !('checkVisibility' in box) || box.checkVisibility({ contentVisibilityAuto: true });
