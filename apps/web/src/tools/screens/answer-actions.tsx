import { ExportMenu, type ExportMenuProps } from '../../ui/export/export-menu.tsx';
import { ShareResult } from '../checked/share-result.tsx';
import { SaveButton } from './save-button.tsx';
import { WatchLink } from './watch-link.tsx';

/** The buttons of every answer: share, save, export. */
export function AnswerActions(props: ExportMenuProps) {
  return (
    <>
      <ShareResult />
      <SaveButton target={props.target} />
      <WatchLink tool={props.tool} target={props.target} />
      <ExportMenu {...props} />
    </>
  );
}

/** Instead of them while a measurement runs. */
export function CancelButton({ onCancel }: { onCancel(): void }) {
  return (
    <button className="btn" type="button" onClick={onCancel}>
      Cancel
    </button>
  );
}
