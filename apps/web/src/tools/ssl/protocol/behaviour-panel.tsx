import { counted } from '@sonde/contract/text/counted';
import { yesOrNo } from '@sonde/contract/text/yes-or-no';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { Handshake } from '../../../ui/icons/lucide/handshake.ts';
import { FoldedPanel } from '../../../ui/layout/folded-panel.tsx';
import { KeyValueList } from '../../../ui/tables/key-value-list.tsx';
import { YesNo } from '../../../ui/tables/yes-no.tsx';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { behaviourParts } from '../came-from.ts';
import type { SslKnown } from '../query.ts';

/** Further behaviour of the server; nothing is inferred that was not measured. */
export function ServerBehaviour({ known }: { readonly known: SslKnown }) {
  const row = (label: string, value: boolean | null | undefined, goodWhen: boolean | null) => ({
    label,
    value: value == null ? value : yesOrNo(value),
    ...(value != null && goodWhen !== null && { shown: <YesNo value={value} goodWhen={goodWhen} otherwise="warn" /> }),
  });
  const rows = [
    row('Session Tickets', known.sessionTickets, null),
    ...(known.ticketLifetimeSeconds == null
      ? []
      : [{ label: 'Ticket Lifetime', value: lifetime(known.ticketLifetimeSeconds) }]),
    row('Session Resumption', known.resumption, null),
    row('Early Data (0-RTT)', known.earlyData, null),
    row('Client Renegotiation', known.clientRenegotiation, false),
    row('Refuses Fallback (SCSV)', known.fallbackScsv, true),
    row('TLS Compression', known.compression, false),
    { label: 'Application Protocols', value: words(known.alpnProtocols) },
    { label: 'Extension Intolerance', value: words(known.hangsUpOn) },
  ];
  return (
    <FoldedPanel title="Server Behaviour" icon={Handshake}>
      <CameFrom what="the behaviour" parts={behaviourParts(known)} />
      <KeyValueList rows={rows} missing={sslTexts.missing} wide />
    </FoldedPanel>
  );
}

function words(values: readonly string[] | null | undefined): string | null | undefined {
  if (values == null) return values;
  return values.length === 0 ? 'none' : values.join(', ');
}

const MINUTE_S = 60;
const HOUR_S = 3600;

/** In the largest unit that divides it evenly. */
function lifetime(seconds: number): string {
  if (seconds > 0 && seconds % HOUR_S === 0) return counted(seconds / HOUR_S, 'hour');
  return seconds > 0 && seconds % MINUTE_S === 0 ? counted(seconds / MINUTE_S, 'minute') : counted(seconds, 'second');
}
