import { type AnyTool, tools as allTools } from '@sonde/contract';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import { MAX_WATCH_PLACES } from '@sonde/contract/watch/changed-places';
import type { Channel } from '@sonde/contract/watch/channel';
import { MAX_WATCH_NAME, type WatchWish } from '@sonde/contract/watch/watch';
import { type FormEvent, useContext, useId, useState } from 'react';
import { addWatch } from '../../browser/accounts/watch-data.ts';
import { fromOf, PlaceChoices } from '../../tools/places/place-choices.tsx';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import type { useChange } from '../dashboard/use-change.ts';
import { kindWords, watchedName } from './watch-words.ts';

/** What the usual choices are; a server with a lower floor offers that as well. */
const INTERVALS: readonly (readonly [seconds: number, text: string])[] = [
  [900, 'Every 15 minutes'],
  [3_600, 'Every hour'],
  [21_600, 'Every 6 hours'],
  [86_400, 'Every day'],
];
const contracts: Readonly<Record<string, AnyTool>> = allTools;

/** The parameter with the target. */
const targetOf = (tool: string): string =>
  tool === certificates.id ? certificates.target : (contracts[tool]?.target ?? 'target');

/** A floor below this is one of a demonstration, where what happens is to be seen. */
const DEMONSTRATION_SECONDS = 60;

const inWords = new Intl.NumberFormat('en', { style: 'unit', unit: 'second', unitDisplay: 'long' });

function intervalsFrom(floorSeconds: number): typeof INTERVALS {
  const usual = INTERVALS.filter(([every]) => every >= floorSeconds);
  const isBelow = floorSeconds < (INTERVALS[0]?.[0] ?? 0);
  return isBelow ? [[floorSeconds, `Every ${inWords.format(floorSeconds)}`], ...usual] : usual;
}

/** What is chosen at first; null for what is usual for the tool. */
const usualFrom = (floorSeconds: number): number | null => (floorSeconds < DEMONSTRATION_SECONDS ? floorSeconds : null);

export interface NewWatchFormProps {
  readonly tools: readonly string[];
  readonly floorSeconds: number;
  readonly channels: readonly Channel[];
  readonly busy: boolean;
  readonly attempt: ReturnType<typeof useChange>['attempt'];
}

/** A form for a new watch; a link from an answer has filled it in. */
export function NewWatchForm({ tools, floorSeconds, channels, busy, attempt }: NewWatchFormProps) {
  const asked = new URLSearchParams(location.search);
  const [tool, setTool] = useState(() => tools.find((one) => one === (asked.get('tool') ?? 'dns')) ?? tools[0] ?? '');
  const [target, setTarget] = useState(asked.get('target') ?? '');
  const [name, setName] = useState('');
  const [wished, setWished] = useState<number | null | undefined>(undefined);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [places, setPlaces] = useState<readonly string[]>([]);
  const screens = useContext(ToolsContext);
  const floor = floorSeconds * (tool === certificates.id ? certificates.floorFactor : 1);
  const seconds = wished === undefined ? usualFrom(floor) : wished;
  const told = chosen ?? channels.map((channel) => channel.id);
  /** Not every place can be asked with every tool. */
  function change(to: string) {
    setTool(to);
    setWished(undefined);
    setPlaces([]);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    const wish: WatchWish = {
      tool,
      query: { [targetOf(tool)]: target },
      name,
      channels: [...told],
      ...(seconds === null ? {} : { everySeconds: seconds }),
      ...fromOf(places),
    };
    if ((await attempt(() => addWatch(wish), `${target} is watched`)) === null) return;
    setTarget('');
    setName('');
  }
  return (
    <form className="kept-form" onSubmit={submit}>
      <div className="kept-filter">
        <select aria-label="Tool" value={tool} onChange={(event) => change(event.target.value)}>
          {tools.map((one) => (
            <option key={one} value={one}>
              {watchedName(one, screens)}
            </option>
          ))}
        </select>
        <input
          aria-label="Target"
          placeholder="Domain or address"
          required
          autoCapitalize="none"
          spellCheck={false}
          value={target}
          onChange={(event) => setTarget(event.target.value)}
        />
        <input
          aria-label="Name of the watch"
          placeholder="Name, such as our shop"
          maxLength={MAX_WATCH_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <select
          aria-label="How often"
          value={String(seconds)}
          onChange={({ target: { value } }) => setWished(value === 'null' ? null : Number(value))}
        >
          <option value="null">As often as is usual</option>
          {intervalsFrom(floor).map(([every, text]) => (
            <option key={every} value={every}>
              {text}
            </option>
          ))}
        </select>
        <button className="btn" type="submit" disabled={busy || tool === ''}>
          Watch
        </button>
      </div>
      <PlaceChoices
        legend="Measure from this server and"
        tools={[tool]}
        most={MAX_WATCH_PLACES - 1}
        chosen={places}
        onChoose={setPlaces}
      />
      <Told channels={channels} told={told} onChoose={setChosen} />
    </form>
  );
}

interface ToldProps {
  readonly channels: readonly Channel[];
  /** The ids of the channels that are told. */
  readonly told: readonly string[];
  onChoose(ids: readonly string[]): void;
}

function Told({ channels, told, onChoose }: ToldProps) {
  const id = useId();
  if (channels.length === 0) return null;
  return (
    <fieldset className="choices side-by-side">
      <legend>Tell</legend>
      {channels.map((channel) => (
        <div key={channel.id}>
          <input
            id={`${id}-${channel.id}`}
            type="checkbox"
            checked={told.includes(channel.id)}
            onChange={(event) =>
              onChoose(event.target.checked ? [...told, channel.id] : told.filter((one) => one !== channel.id))
            }
          />
          <label htmlFor={`${id}-${channel.id}`}>
            {kindWords[channel.kind].title}: {channel.address}
          </label>
        </div>
      ))}
    </fieldset>
  );
}
