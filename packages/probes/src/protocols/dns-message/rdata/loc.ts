import { type MessageReader, octetsLeft, readRest, readUint8, readUint32 } from '../reader.ts';
import type { RdataForm } from './form.ts';

/** The encoded value of zero degrees, and the number of milliarcseconds in a degree. */
const EQUATOR = 0x8000_0000;
const DEGREE = 3_600_000;
/** Altitudes are in centimetres above a base 100 km below the WGS 84 ellipsoid. */
const ALTITUDE_BASE_CM = 10_000_000;
const LOC_OCTETS = 16;

/** RFC 1876. Versions other than 0 and undefined values are shown in the generic form. */
export const loc: RdataForm = {
  titles: ['Latitude', 'Longitude', 'Altitude', 'Size', 'Horizontal precision', 'Vertical precision'],
  decode: (rdata) => {
    if (octetsLeft(rdata) !== LOC_OCTETS || readUint8(rdata) !== 0) {
      readRest(rdata);
      return null;
    }
    const [size, horizontal, vertical] = [precision(rdata), precision(rdata), precision(rdata)];
    const latitude = angle(readUint32(rdata), 90, 'N', 'S');
    const longitude = angle(readUint32(rdata), 180, 'E', 'W');
    const altitude = metres(readUint32(rdata) - ALTITUDE_BASE_CM);
    const fields = [latitude, longitude, altitude, size, horizontal, vertical];
    const known = fields.filter((field) => field !== null);
    return known.length === fields.length ? known : null;
  },
};

/** `52 22 23.000 N`: degrees, minutes, seconds, hemisphere; null for values beyond the pole or 180 degrees. */
function angle(value: number, maxDegrees: number, positive: string, negative: string): string | null {
  const distance = Math.abs(value - EQUATOR);
  if (distance > maxDegrees * DEGREE) return null;
  const degrees = Math.floor(distance / DEGREE);
  const minutes = Math.floor((distance % DEGREE) / 60_000);
  const seconds = ((distance % 60_000) / 1000).toFixed(3);
  return `${degrees} ${minutes} ${seconds} ${value < EQUATOR ? negative : positive}`;
}

function metres(centimetres: number): string {
  return `${(centimetres / 100).toFixed(2)}m`;
}

/** Mantissa and power of ten, in centimetres, four bits each; digits above 9 are undefined. */
function precision(rdata: MessageReader): string | null {
  const octet = readUint8(rdata);
  const [mantissa, exponent] = [octet >> 4, octet & 15];
  if (mantissa > 9 || exponent > 9) return null;
  const centimetres = mantissa * 10 ** exponent;
  return exponent > 1 ? `${centimetres / 100}m` : metres(centimetres);
}
