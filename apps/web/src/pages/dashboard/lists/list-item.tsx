import { listedPlaces } from '@sonde/contract/own-place';
import { counted } from '@sonde/contract/text/counted';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { type CSSProperties, useId, useState } from 'react';
import { withLocalTimes } from '../../../browser/page/local-times.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { humaniseSeconds } from '../../../ui/times/humanise-seconds.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { ListResults } from './list-results.tsx';
import { nameOfList, type ShownList } from './list-words.ts';

export interface ListItemProps extends ShownList {
  readonly busy: boolean;
  onRemove(): void;
  onRepeat(): void;
  onStop(): void;
}

/** One list: its progress, its results, and the actions on it. */
export function ListItem({ list, earlier, nameOf, busy, onRemove, onRepeat, onStop }: ListItemProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { tools, from, estimate, madeAt, endedAt, done } = list;
  const name = visibleText(nameOfList(list));
  const isStopped = endedAt !== null && done < estimate.lookups;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>
          {isStopped && `${done} of `}
          {counted(estimate.lookups, 'lookup')} with {tools.map(nameOf).join(', ')}
          {from.length > 0 && `, from ${listedPlaces(from)}`}
        </p>
        <p className="times">
          {withLocalTimes(`Started ${formatUtc(madeAt)}`)}
          {endedAt !== null && withLocalTimes(` · ${isStopped ? 'stopped' : 'ended'} ${formatUtc(endedAt)}`)}
        </p>
        {endedAt === null && <Progress list={list} />}
      </div>
      <div className="acts">
        <button
          className="btn"
          type="button"
          aria-label={`Results of ${name}`}
          aria-expanded={isOpen}
          aria-controls={id}
          disabled={done === 0 && !isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Results
        </button>
        {endedAt === null && (
          <button className="btn" type="button" aria-label={`Stop ${name}`} disabled={busy} onClick={onStop}>
            Stop
          </button>
        )}
        {/* The lookups that a stopped list has not made are no longer known here. */}
        {endedAt !== null && !isStopped && (
          <button className="btn" type="button" aria-label={`Run ${name} again`} disabled={busy} onClick={onRepeat}>
            Run again
          </button>
        )}
        <ConfirmButton
          label="Remove"
          name={`Remove ${name}`}
          question={endedAt === null ? 'Stop and remove it' : 'Remove it with its results'}
          disabled={busy}
          onConfirm={onRemove}
        />
      </div>
      <div id={id} className="list-findings" hidden={!isOpen}>
        {isOpen && <ListResults list={list} earlier={earlier} nameOf={nameOf} />}
      </div>
    </li>
  );
}

function Progress({ list: { done, estimate, madeAt } }: Pick<ListItemProps, 'list'>) {
  const passed = (Date.now() - Date.parse(madeAt)) / 1000;
  // From the first result on, its own pace says more than the estimate.
  const left = Math.ceil(done > 0 ? (passed / done) * (estimate.lookups - done) : estimate.seconds - passed);
  return (
    <>
      <p role="status">
        {done} of {counted(estimate.lookups, 'lookup')} done
        {left > 0 && `, about ${humaniseSeconds(left)} left`}
      </p>
      <div className="prog" aria-hidden>
        <i style={{ '--part': `${(done / estimate.lookups) * 100}%` } as CSSProperties} />
      </div>
    </>
  );
}
