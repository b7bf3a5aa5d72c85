import { defineMessages } from '../../i18n/define-messages.ts';

export const signatureMessages = defineMessages({
  en: {
    title: 'Verify the signature',
    text: 'Every delivery carries Svc-Webhook-Signature: t=<seconds>,v1=<hex>. v1 is the HMAC-SHA256 of “<t>.<raw body>” with the whole secret, including whsec_, as key.',
    checkText:
      'Verify it before parsing the body, and refuse a t more than five minutes old. During a grace period there are two v1 values; one match is enough.',
    idText:
      'Respond with any 2xx status within 15 seconds. Failed deliveries are attempted 8 times over about 28 hours. The id in the body stays the same: use it to ignore duplicates.',
    language: 'Language',
    node: 'Node',
    python: 'Python',
    shell: 'Shell',
    example: 'Example in {language}',
  },
  es: {
    title: 'Comprobar la firma',
    text: 'Cada envío lleva Svc-Webhook-Signature: t=<segundos>,v1=<hex>. v1 es el HMAC-SHA256 de «<t>.<cuerpo sin modificar>» con el secreto completo, incluido whsec_, como clave.',
    checkText:
      'Compruébela antes de interpretar el cuerpo y rechace un t de hace más de cinco minutos. Durante un periodo de gracia hay dos valores v1; basta con que coincida uno.',
    idText:
      'Responda con cualquier estado 2xx en 15 segundos. Los envíos fallidos se intentan 8 veces en unas 28 horas. El id del cuerpo no cambia: úselo para descartar duplicados.',
    language: 'Lenguaje',
    node: 'Node',
    python: 'Python',
    shell: 'Shell',
    example: 'Ejemplo en {language}',
  },
});
