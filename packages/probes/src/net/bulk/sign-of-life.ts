import { encodeQuery } from '../../protocols/dns-message/encode.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';

/**
 * The question that every resolver answers at once, whatever the servers of other zones do: it knows the name servers of
 * the root, or else it says that it does not (RFC 9609). Where it is answered and a search is not, the resolver is well.
 */
export function signOfLifeQuery(id: number): Buffer {
  const query = encodeQuery({
    id,
    name: '.',
    type: typeNumber('NS'),
    isRecursionDesired: true,
    isCheckingDisabled: false,
    edns: null,
  });
  return Buffer.from(query);
}
