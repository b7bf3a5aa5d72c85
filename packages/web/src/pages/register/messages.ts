import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Create an account',
    codeTitle: 'Confirm your address',
    email: 'Work e-mail address',
    organisation: 'Organisation',
    next: 'Send me a code',
    sent: 'We have sent a code of 6 digits to {email}. It is valid for 10 minutes.',
    code: 'Code',
    create: 'Create the account',
    resend: 'Send a new code',
    resent: 'A new code is on its way. At most one a minute is sent.',
    other: 'Use another address',
    hasAccount: 'You have an account?',
    signIn: 'Sign in',
  },
  es: {
    title: 'Crear una cuenta',
    codeTitle: 'Confirme su dirección',
    email: 'Correo de trabajo',
    organisation: 'Organización',
    next: 'Enviarme un código',
    sent: 'Hemos enviado un código de 6 dígitos a {email}. Es válido durante 10 minutos.',
    code: 'Código',
    create: 'Crear la cuenta',
    resend: 'Enviar un código nuevo',
    resent: 'Un código nuevo está en camino. Se envía como mucho uno por minuto.',
    other: 'Usar otra dirección',
    hasAccount: '¿Ya tiene cuenta?',
    signIn: 'Iniciar sesión',
  },
});
