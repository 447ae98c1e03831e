import { describe, expect, it } from 'vitest';
import { readRegistryFile } from './registry-file.ts';

const HEADER = 'Registry,Assignment,Organization Name,Organization Address\r\n';

it('reads the records as the IEEE writes them', () => {
  // From oui.csv, oui36.csv and iab.csv of 2022-08-27.
  const text = [
    'MA-S,70B3D5F2F,TELEPLATFORMS,"Polbina st., 3/1 Moscow  RU 109388 "',
    'MA-S,70B3D5F3E,"ООО ""РОНЕКС""","Автомобильный проезд, д. 10, стр. 4, пом. 201 Москва Россия, Московская область RU 109052 "',
    'MA-S,8C1F64FFF,Private,',
    'MA-S,70B3D5001,"SOREDI touch systems GmbH","Konrad-Zuse-Str. 4\nOlching Bavaria DE 82140 "',
  ];
  expect(readRegistryFile(`\ufeff${HEADER}${text.join('\r\n')}\r\n`)).toEqual([
    {
      registry: 'MA-S',
      prefix: '70B3D5F2F',
      owner: 'TELEPLATFORMS',
      address: 'Polbina st., 3/1 Moscow  RU 109388',
    },
    {
      registry: 'MA-S',
      prefix: '70B3D5F3E',
      owner: 'ООО "РОНЕКС"',
      address: 'Автомобильный проезд, д. 10, стр. 4, пом. 201 Москва Россия, Московская область RU 109052',
    },
    { registry: 'MA-S', prefix: '8C1F64FFF', owner: 'Private', address: '' },
    {
      registry: 'MA-S',
      prefix: '70B3D5001',
      owner: 'SOREDI touch systems GmbH',
      address: 'Konrad-Zuse-Str. 4\nOlching Bavaria DE 82140',
    },
  ]);
});

describe('rejects the whole file', () => {
  it.each([
    ['<!DOCTYPE html><title>Service unavailable</title>', 'web page'],
    ['', 'not the heading'],
    ['Registry,Assignment,Organization Name\r\nMA-L,002272,One\r\n', 'not the heading'],
    [HEADER, 'no assignments'],
    [`${HEADER}MA-L,002272,American Micro-Fuel,2181 Buchanan Loop`, 'cut off'],
    [`${HEADER}MA-L,002272,American Micro-Fuel,"2181 Buchanan\r\n`, 'cut off'],
    [`${HEADER}MA-L,002272,American Micro-Fuel,`, 'cut off'],
    [`${HEADER}MA-L,0022,One,\r\n`, 'Record 2 is not an assignment'],
    [`${HEADER}MA-L,00227G,One,\r\n`, 'Record 2 is not an assignment'],
    [`${HEADER}MA-X,002272,One,\r\n`, 'Record 2 is not an assignment'],
    [`${HEADER}MA-L,002272,,\r\n`, 'Record 2 is not an assignment'],
    [`${HEADER}MA-L,002272,One,Street,US\r\n`, 'Record 2 is not an assignment'],
    [`${HEADER}MA-L,002272,One,\r\nMA-M,0022720,Two,\r\n`, 'mixes MA-L and MA-M'],
  ])('%j', (text, why) => {
    expect(() => readRegistryFile(text)).toThrow(why);
  });
});
