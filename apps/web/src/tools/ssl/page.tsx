import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { PageProps } from '../screen-card.ts';
import { Unbuilt } from '../unbuilt.tsx';

export function Page({ screen }: PageProps) {
  return (
    <Unbuilt
      screen={screen}
      label="Domain"
      placeholder={`Enter domain (e.g., ${EXAMPLE_HOST})`}
      button={<SubmitButton label="Check SSL" busyLabel="Loading..." busy={false} />}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
    />
  );
}
