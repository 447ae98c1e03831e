import { OptionsFold } from '../../ui/forms/options-fold.tsx';
import { methodOf, roundChoices, type TraceOptions } from './trace-options.ts';

interface OptionsFormProps {
  readonly options: TraceOptions;
  onChange(options: TraceOptions): void;
}

/**
 * Collapsed: the default trace suits most visitors. The inputs have no names, so that an early submit sends only the
 * target.
 */
export function OptionsForm({ options, onChange }: OptionsFormProps) {
  const { method, rounds, paths } = options;
  const choices = [...new Set([...roundChoices, rounds])].sort((a, b) => a - b);
  return (
    <OptionsFold isUsed={method !== 'icmp' || rounds !== roundChoices[0] || paths}>
      <label>
        Packets{' '}
        <select value={method} onChange={({ target }) => onChange({ ...options, method: methodOf(target.value) })}>
          <option value="icmp">ICMP echo</option>
          <option value="udp">UDP</option>
          <option value="tcp">TCP, port 443</option>
        </select>
      </label>
      <label>
        Rounds{' '}
        <select value={rounds} onChange={({ target }) => onChange({ ...options, rounds: Number(target.value) })}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice > roundChoices[0] ? `${choice}, one a second` : choice}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={paths}
          onChange={({ target }) => onChange({ ...options, paths: target.checked })}
        />{' '}
        Look for parallel paths
      </label>
    </OptionsFold>
  );
}
