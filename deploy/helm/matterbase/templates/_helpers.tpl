{{- define "matterbase.labels" -}}
app.kubernetes.io/name: matterbase
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "matterbase.selector" -}}
app.kubernetes.io/name: matterbase
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Every pod runs as an ordinary user and can write to /tmp only. */}}
{{- define "matterbase.pod" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "matterbase.container" -}}
image: "{{ .Values.image.repository }}:{{ required "image.tag is needed: the version to run, or tag@sha256:…" .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - name: tmp
    mountPath: /tmp
envFrom:
  - secretRef: { name: {{ .Values.existingSecret | quote }} }
env:
  - { name: PUBLIC_URL, value: {{ required "publicUrl is needed: the address that people and programs use" .Values.publicUrl | quote }} }
  - { name: TRUST_PROXY, value: {{ .Values.trustProxy | quote }} }
  - { name: NODE_COMPILE_CACHE, value: /tmp/node }
  {{- range $name, $value := .Values.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
{{- end }}

{{/* Startup, liveness and readiness: wait for the start, restart a hung program, send no requests to one that cannot work. */}}
{{- define "matterbase.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 6
{{- end }}
