import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Create an account',
    codeTitle: 'Confirm your e-mail address',
    email: 'Work e-mail address',
    organisation: 'Organisation',
    next: 'Send code',
    sent: 'A 6-digit code has been sent to {email}. It is valid for 10 minutes.',
    code: 'Code',
    create: 'Create account',
    resend: 'Send a new code',
    resent: 'A new code has been sent. At most one per minute is sent.',
    other: 'Use another address',
    hasAccount: 'Already have an account?',
    signIn: 'Sign in',
  },
  es: {
    title: 'Crear una cuenta',
    codeTitle: 'Confirme su correo electrónico',
    email: 'Correo de trabajo',
    organisation: 'Organización',
    next: 'Enviar código',
    sent: 'Se ha enviado un código de 6 dígitos a {email}. Caduca en 10 minutos.',
    code: 'Código',
    create: 'Crear cuenta',
    resend: 'Enviar un código nuevo',
    resent: 'Se ha enviado un código nuevo. Se envía como máximo uno por minuto.',
    other: 'Usar otra dirección',
    hasAccount: '¿Ya tiene cuenta?',
    signIn: 'Iniciar sesión',
  },
});
