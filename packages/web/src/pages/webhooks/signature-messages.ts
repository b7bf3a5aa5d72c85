import { defineMessages } from '../../i18n/define-messages.ts';

export const signatureMessages = defineMessages({
  en: {
    title: 'Check the signature',
    text: 'Every delivery carries Svc-Webhook-Signature: t=<seconds>,v1=<hex>. v1 is the HMAC-SHA256 of “<t>.<raw body>” under the whole secret, whsec_ included. Compare it before you read the body, and refuse a t that is older than five minutes. Within a grace period there are two v1; one that fits is enough.',
    idText:
      'Answer any 2xx within 15 seconds. A delivery that fails is tried 8 times over about 28 hours; Svc-Webhook-Id stays the same, so that you can leave out what you have seen.',
    language: 'Language',
    node: 'Node',
    python: 'Python',
    shell: 'Shell',
    example: 'Example in {language}',
  },
  es: {
    title: 'Comprobar la firma',
    text: 'Cada entrega lleva Svc-Webhook-Signature: t=<segundos>,v1=<hex>. v1 es el HMAC-SHA256 de «<t>.<cuerpo tal cual>» con el secreto entero, whsec_ incluido. Compárelo antes de leer el cuerpo y rechace un t de hace más de cinco minutos. Durante un plazo de gracia hay dos v1; basta con que uno coincida.',
    idText:
      'Responda cualquier 2xx en menos de 15 segundos. Una entrega que falla se intenta 8 veces a lo largo de unas 28 horas; Svc-Webhook-Id no cambia, para que pueda descartar lo que ya ha visto.',
    language: 'Lenguaje',
    node: 'Node',
    python: 'Python',
    shell: 'Shell',
    example: 'Ejemplo en {language}',
  },
});
