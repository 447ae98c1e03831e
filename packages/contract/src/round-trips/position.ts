/** A point on the earth, in decimal degrees; north and east are positive. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Light in fibre covers some 200 km per millisecond, so 100 km there and back; rounded up for coarse positions. */
const KM_PER_MS = 100;
/** Databases place some addresses in the middle of a region or country. */
const SLACK_KM = 300;
const EARTH_RADIUS_KM = 6371;

interface Timed extends Position {
  /** The shortest round-trip time. */
  readonly minMs: number;
}

/**
 * Whether the round trips to two positions, or from two positions to one host, are too short for both to be right: light would not get
 * from one to the other in the sum of both.
 */
export const contradict = (one: Timed, other: Timed): boolean =>
  distanceKm(one, other) - SLACK_KM > KM_PER_MS * (one.minMs + other.minMs);

/** Along the surface: the haversine formula. */
export function distanceKm(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [phi1, phi2] = [radians(one.latitude), radians(other.latitude)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const a = half(phi2 - phi1) + Math.cos(phi1) * Math.cos(phi2) * half(radians(other.longitude - one.longitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** The position, if both numbers are there and on the earth; otherwise null. */
export function positionOf(latitude: number | null, longitude: number | null): Position | null {
  if (latitude === null || longitude === null) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

export const isSame = (one: Position, other: Position | undefined): boolean =>
  one.latitude === other?.latitude && one.longitude === other.longitude;
