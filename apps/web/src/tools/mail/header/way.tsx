import type { Hop, ReadHeader } from '@sonde/contract/message-header/read-header';
import { withLocalTimes } from '../../../browser/page/local-times.ts';
import { Route } from '../../../ui/icons/lucide/route.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { humaniseSeconds } from '../../../ui/times/humanise-seconds.ts';
import { type WaterfallBar, waterfallOf } from './waterfall.ts';

/** The steps of a message in order, each with the address it came from and a bar for its delay. */
export function WayPanel({ read: { hops } }: { readonly read: ReadHeader }) {
  if (hops.length === 0) return null;
  const bars = waterfallOf(hops);
  return (
    <Panel title="Path of the message" icon={Route} count={hops.length} note="The first step is the oldest.">
      <ol className="mail-way" aria-label="Steps">
        {hops.map((hop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity and never move
          <li key={index}>
            <Step hop={hop} bar={bars[index] ?? null} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Step({ hop, bar }: { readonly hop: Hop; readonly bar: WaterfallBar | null }) {
  const { by, protocol, tls, time, delaySeconds } = hop;
  const how = [protocol, tls].filter((one) => one !== null).join(', ');
  return (
    <>
      <p className="to">
        <b>{visibleText(by ?? 'A server without a name')}</b>
        {how !== '' && <span>{visibleText(how)}</span>}
      </p>
      <From hop={hop} />
      {time !== null && <p className="when">{withLocalTimes(utc(time))}</p>}
      {delaySeconds !== null && <Delay seconds={delaySeconds} bar={bar} />}
    </>
  );
}

/** The sender as the receiving server saw it, and the name that it gave itself, if that differs. */
function From({ hop: { helo, reverseName, hasNoReverseName, address } }: { readonly hop: Hop }) {
  if (helo === null && address === null) return null;
  const name = reverseName ?? (hasNoReverseName ? 'no reverse name' : null);
  const seen = [address, name].filter((one) => one !== null).join(' · ');
  const isSame = helo !== null && helo.toLowerCase() === reverseName;
  return (
    <p>
      from <code>{visibleText(seen === '' ? (helo ?? '') : seen)}</code>
      {helo !== null && seen !== '' && !isSame && (
        <>
          {' '}
          which called itself <code>{visibleText(helo)}</code>
        </>
      )}
    </p>
  );
}

/** Where on the way the time was spent: all bars are on one axis. */
function Delay({ seconds, bar }: { readonly seconds: number; readonly bar: WaterfallBar | null }) {
  const words = seconds < 0 ? `clocks differ by ${humaniseSeconds(-seconds)}` : humaniseSeconds(seconds);
  return (
    <p className="delay" data-slow={seconds >= 600 || undefined} data-back={bar?.isBack === true || undefined}>
      <svg className="bar" aria-hidden="true">
        <rect className="all" width="100%" height="100%" rx="3" />
        {bar !== null && (
          <rect
            className="stretch"
            style={{ x: `min(${100 * bar.from}%, 100% - 3px)`, width: `max(${100 * (bar.until - bar.from)}%, 3px)` }}
            height="100%"
            rx="3"
          />
        )}
      </svg>
      <span>{words}</span>
    </p>
  );
}

const utc = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
