import { Handshake } from 'lucide-react';
import { counted } from '../../ui/counted.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { YesNo, yesOrNo } from '../../ui/yes-no.tsx';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** How the server behaves beside what it accepts; what was not measured is not guessed. */
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
    { label: 'Hangs Up On', value: words(known.hangsUpOn) },
  ];
  return (
    <Panel title="Server Behaviour" icon={Handshake}>
      <KeyValueList rows={rows} missing={texts.missing} wide />
    </Panel>
  );
}

function words(values: readonly string[] | null | undefined): string | null | undefined {
  if (values == null) return values;
  return values.length === 0 ? 'none' : values.join(', ');
}

const MINUTE_S = 60;
const HOUR_S = 3600;

/** In the largest unit that it is a whole number of. */
function lifetime(seconds: number): string {
  if (seconds > 0 && seconds % HOUR_S === 0) return counted(seconds / HOUR_S, 'hour');
  return seconds > 0 && seconds % MINUTE_S === 0 ? counted(seconds / MINUTE_S, 'minute') : counted(seconds, 'second');
}
