/** RFC 6891: 1232 octets by UDP, the DO flag, no options. */
const OPT = Buffer.from([0, 0, 41, 0x04, 0xd0, 0, 0, 0x80, 0, 0, 0]);

/** A recursive query as octets, for measurements of what a question costs that nobody has to write and whose answer nobody reads. */
export function preparedQuestion(id: number, name: string, type: number, hasEdns: boolean): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  const typeAndClass = Buffer.from([0, type >> 8, type & 0xff, 0, 1]);
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id % 0x1_0000, 0);
  // RD
  header[2] = 1;
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(hasEdns ? 1 : 0, 10);
  return Buffer.concat([header, ...labels, typeAndClass, ...(hasEdns ? [OPT] : [])]);
}
