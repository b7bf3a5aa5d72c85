export {
  formatInstant,
  formatOptionalInstant,
  roundMoney,
  roundPercent,
  roundPower,
  roundPrice,
} from '../wire.ts';
