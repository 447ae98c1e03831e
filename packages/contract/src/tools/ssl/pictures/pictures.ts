import type { Picture } from '../../../pictures/drawing.ts';
import { stations } from '../../../pictures/stations.ts';
import { chainStations } from './chain.ts';
import { clientsPicture } from './clients.ts';
import type { SslRead } from './read.ts';
import { suitesPicture } from './suites.ts';
import { validityPicture } from './validity.ts';

/** The pictures of an answer as of the time of its measurement. */
export function sslPictures(answer: SslRead): readonly Picture[] {
  const now = Date.parse(answer.checkedAt ?? '');
  const chain = chainPicture(answer, now);
  return [
    { title: 'Validity', drawing: validityPicture(answer, now) },
    { title: 'Path to a trusted root', drawing: chain },
    { title: 'Accepted suites', drawing: suitesPicture(answer) },
    { title: 'Who can connect', drawing: clientsPicture(answer.clients ?? []) },
  ].flatMap(({ title, drawing }) => (drawing === null ? [] : [{ title, drawing }]));
}

export function chainPicture(answer: SslRead, now: number) {
  const stops = chainStations(answer, now);
  return stops.length === 0 ? null : stations('From the server’s certificate to a trusted root', stops);
}
