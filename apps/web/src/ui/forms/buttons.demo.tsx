import { CopyButton } from '../export/copy-button.tsx';
import { ShareButton } from '../export/share-button.tsx';
import { Activity } from '../icons/lucide/activity.ts';
import { RoundButton } from './round-button.tsx';
import { SubmitButton } from './submit-button.tsx';

export function Demo() {
  return (
    <div className="jump">
      <SubmitButton label="Search" busyLabel="Searching..." busy={false} />
      <SubmitButton label="Search" busyLabel="Searching..." busy />
      <RoundButton label="Ping" icon={Activity} busy={false} />
      <RoundButton label="Ping" icon={Activity} busy />
      <ShareButton />
      <CopyButton label="a greeting" text="hello" />
    </div>
  );
}
