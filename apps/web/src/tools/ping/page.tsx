import { Activity } from 'lucide-react';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../../examples.ts';
import { RoundButton } from '../../ui/round-button.tsx';
import type { PageProps } from '../screen-card.ts';
import { Unbuilt } from '../unbuilt.tsx';

export function Page({ screen }: PageProps) {
  return (
    <Unbuilt
      screen={screen}
      label="Host name or IP address"
      placeholder={`Enter host name or IP address (e.g. ${EXAMPLE_HOST})`}
      button={<RoundButton label="Ping" icon={Activity} busy={false} />}
      examples={[EXAMPLE_HOST, EXAMPLE_IP]}
    />
  );
}
