import { useContext } from 'react';
import { ExportMenu, type ExportMenuProps } from '../../ui/export/export-menu.tsx';
import { ShareResult } from '../checked/share-result.tsx';
import { SaveButton } from './save-button.tsx';
import { ToolsContext } from './screens-context.ts';
import { WatchLink } from './watch-link.tsx';

/** The buttons of every answer: share, save, export. */
export function AnswerActions(props: ExportMenuProps) {
  const name = useContext(ToolsContext).find(({ id }) => id === props.tool)?.name;
  return (
    <>
      <ShareResult />
      <SaveButton target={props.target} />
      <WatchLink tool={props.tool} target={props.target} />
      <ExportMenu {...props} name={name} />
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
